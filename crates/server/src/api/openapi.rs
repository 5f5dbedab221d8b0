//! The OpenAPI document, made from the table of routes.
//!
//! The records derive JSON Schema already (`sissa schema` prints it), and OpenAPI 3.1 *is* JSON
//! Schema, so the document is put together from those: a second set of derives could disagree.

use axum::http::Method;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::problem::ErrorBody;

type Describe = fn(&mut SchemaGenerator) -> Schema;

/// A route as the document describes it.
#[derive(Debug)]
pub struct Route {
    method: Method,
    path: &'static str,
    about: &'static str,
    takes: Option<Describe>,
    answer: Option<Answer>,
}

/// What an answer is made of.
#[derive(Debug)]
pub enum Answer {
    Json(Describe),
    Lines(Describe),
    Files(&'static [&'static str]),
}

impl Answer {
    pub fn json<T: JsonSchema>() -> Answer {
        Answer::Json(SchemaGenerator::subschema_for::<T>)
    }

    pub fn lines<T: JsonSchema>() -> Answer {
        Answer::Lines(SchemaGenerator::subschema_for::<T>)
    }

    pub fn files(kinds: &'static [&'static str]) -> Answer {
        Answer::Files(kinds)
    }

    fn content(&self, generator: &mut SchemaGenerator) -> Value {
        match self {
            Answer::Json(describe) => json!({"application/json": {"schema": describe(generator)}}),
            Answer::Lines(describe) => {
                json!({"application/x-ndjson": {"schema": describe(generator)}})
            }
            Answer::Files(kinds) => {
                let file = |kind: &&str| ((*kind).to_owned(), json!({}));
                Value::Object(kinds.iter().map(file).collect())
            }
        }
    }
}

impl Route {
    pub fn new(method: Method, path: &'static str, about: &'static str) -> Route {
        Route {
            method,
            path,
            about,
            takes: None,
            answer: None,
        }
    }

    pub fn takes<T: JsonSchema>(mut self) -> Route {
        self.takes = Some(SchemaGenerator::subschema_for::<T>);
        self
    }

    pub fn answers(mut self, answer: Answer) -> Route {
        self.answer = Some(answer);
        self
    }

    pub fn path(&self) -> &'static str {
        self.path
    }

    fn describe(&self, generator: &mut SchemaGenerator) -> Value {
        let mut operation = json!({
            "summary": self.about,
            "operationId": self.path.trim_start_matches('/').split('.').next(),
            "responses": {
                "default": {
                    "description": "What went wrong",
                    "content": {"application/json": {
                        "schema": generator.subschema_for::<ErrorBody>(),
                    }},
                },
            },
        });
        if let Some(answer) = &self.answer {
            operation["responses"]["200"] = json!({
                "description": "The answer",
                "content": answer.content(generator),
            });
        }
        if let Some(takes) = self.takes {
            operation["requestBody"] = json!({
                "required": true,
                "content": {"application/json": {"schema": takes(generator)}},
            });
        }
        operation
    }
}

/// The OpenAPI 3.1 document of the API.
///
/// ```
/// let document = sissa_server::openapi("0.1.0");
/// assert!(document["paths"]["/api/v1/generate"]["post"].is_object());
/// ```
pub fn openapi(version: &str) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for (route, _) in super::routes() {
        let method = route.method.as_str().to_ascii_lowercase();
        let path = format!("/api/v1{}", route.path);
        paths.insert(path, json!({method: route.describe(&mut generator)}));
    }
    let schemas = generator.take_definitions(true);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sissa",
            "version": version,
            "description": "Chess positions to order. Streams carry one record a line, \
                the same as `sissa … -f jsonl` prints.",
            "license": {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"},
        },
        "paths": paths,
        "components": {"schemas": schemas},
    });
    separate_references(&mut document);
    document
}

/// Writes `{$ref, more}` as `{allOf: [{$ref}, {more}]}`, which means the same: many readers ignore
/// what stands beside a reference.
fn separate_references(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(separate_references),
        Value::Object(object) => {
            object.values_mut().for_each(separate_references);
            let beside = ["properties", "required"];
            if object.contains_key("$ref") && beside.iter().any(|key| object.contains_key(*key)) {
                let reference = object.remove("$ref");
                let rest = std::mem::take(object);
                object.insert("allOf".to_owned(), json!([{"$ref": reference}, rest]));
            }
        }
        _ => {}
    }
}
