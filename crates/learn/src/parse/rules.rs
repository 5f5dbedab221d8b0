//! The lines after the head: steps, laws and what becomes of registers.

use super::words::{Read, Words, letter};
use crate::{
    Program,
    program::{Change, Condition, Effect, Law, Rule, Trigger, Update, Veto, target},
};

impl Words<'_> {
    pub(super) fn rule(&mut self, first: &str, program: &mut Program) -> Read<()> {
        let side = match first {
            "both" => None,
            "white" => Some(0),
            "black" => Some(1),
            _ => return Err(format!("`{first}` is neither both, white nor black")),
        };
        match self.next("a rule")? {
            "never" => {
                let veto = self.never()?;
                program.laws.push(Law { side, veto });
            }
            "stops" => {
                self.expect("if")?;
                let veto = self.stops()?;
                program.laws.push(Law { side, veto });
            }
            "register" => program.updates.push(self.update(side)?),
            word => {
                let kind = self.kind_of(word)?;
                program.rules.push(self.steps(side, kind)?);
            }
        }
        Ok(())
    }

    fn steps(&mut self, side: Option<u8>, kind: u8) -> Read<Rule> {
        let slide = match self.next("leaps or slides")? {
            "leaps" => false,
            "slides" => true,
            word => {
                return Err(format!(
                    "`{word}` is neither leaps, slides, never, stops nor register"
                ));
            }
        };
        let mut rule = Rule {
            side,
            kind,
            ways: Vec::new(),
            slide,
            target: 0,
            from: u64::MAX,
            becomes: Vec::new(),
            conditions: Vec::new(),
            effects: Vec::new(),
        };
        while self.words.peek().is_some_and(|word| word.starts_with('(')) {
            rule.ways.push(self.way()?);
        }
        if rule.ways.is_empty() || rule.ways.contains(&(0, 0)) {
            return Err("a step needs a way, as in (+1,+2)".to_owned());
        }
        self.expect("to")?;
        for (word, bit) in [
            ("empty", target::EMPTY),
            ("enemy", target::ENEMY),
            ("own", target::OWN),
        ] {
            if self.words.next_if_eq(&word).is_some() {
                rule.target |= bit;
            }
        }
        if rule.target == 0 {
            return Err("`to` needs empty, enemy or own, in this order".to_owned());
        }
        if self.words.next_if_eq(&"from").is_some() {
            rule.from = self.squares()?;
        }
        if self.words.next_if_eq(&"becomes").is_some() {
            while let Some(word) = self.words.peek().copied() {
                let Ok(kind) = self.kind_of(word) else {
                    break;
                };
                rule.becomes.push(kind);
                self.words.next();
            }
        }
        while self.words.next_if_eq(&"if").is_some() {
            rule.conditions.push(self.condition()?);
        }
        while self.words.next_if_eq(&"then").is_some() {
            rule.effects.push(self.effect()?);
        }
        Ok(rule)
    }

    fn condition(&mut self) -> Read<Condition> {
        Ok(match self.next("a condition")? {
            "empty" => Condition::Empty(self.way()?),
            "safe" => Condition::Safe(self.way()?),
            word @ ("own" | "their") => {
                let kind = self.kind()?;
                Condition::Man {
                    at: self.way()?,
                    own: word == "own",
                    kind,
                }
            }
            "register" => {
                let register = self.register()?;
                self.expect("=")?;
                Condition::Register {
                    register,
                    value: self.value()?,
                }
            }
            word => return Err(format!("`{word}` is no condition")),
        })
    }

    fn effect(&mut self) -> Read<Effect> {
        match self.next("an effect")? {
            "clear" => Ok(Effect::Clear(self.way()?)),
            "carry" => Ok(Effect::Carry(self.way()?, self.way()?)),
            word => Err(format!("`{word}` is no effect")),
        }
    }

    fn never(&mut self) -> Read<Veto> {
        match self.next("a reason")? {
            "exposes" => Ok(Veto::Exposes(self.kind()?)),
            "threatens" => Ok(Veto::Threatens(self.kind()?)),
            "quiet" => {
                for word in ["when", "taking", "is", "possible"] {
                    self.expect(word)?;
                }
                Ok(Veto::Quiet)
            }
            word => Err(format!("`{word}` is neither exposes, threatens nor quiet")),
        }
    }

    fn stops(&mut self) -> Read<Veto> {
        match self.next("a reason")? {
            word @ ("no" | "several") => {
                if let Some(kind) = self.words.peek().and_then(|next| letter(next, self.names)) {
                    self.words.next();
                    return match word {
                        "no" => {
                            self.expect("at")?;
                            self.expect("all")?;
                            Ok(Veto::NoneAtAll(kind))
                        }
                        _ => {
                            self.expect("in")?;
                            self.expect("all")?;
                            Ok(Veto::SeveralInAll(kind))
                        }
                    };
                }
                let (own, kind) = (self.owner()?, self.kind()?);
                Ok(match word {
                    "no" => Veto::None { own, kind },
                    _ => Veto::Several { own, kind },
                })
            }
            "any" => Ok(Veto::Any {
                own: self.owner()?,
                kind: self.kind()?,
            }),
            "register" => {
                let register = self.register()?;
                self.expect("=")?;
                Ok(Veto::Register {
                    register,
                    value: self.number("a value")?,
                })
            }
            word @ ("own" | "their") => {
                let own = word == "own";
                let kind = self.kind()?;
                match self.next("`on`, `unmatched` or `can`")? {
                    "can" => {
                        self.expect("be")?;
                        self.expect("taken")?;
                        Ok(if own {
                            Veto::Attacked(kind)
                        } else {
                            Veto::CanTake(kind)
                        })
                    }
                    "unmatched" => {
                        self.expect("on")?;
                        Ok(Veto::OnUnmatched {
                            own,
                            kind,
                            squares: self.squares()?,
                        })
                    }
                    "on" => Ok(Veto::On {
                        own,
                        kind,
                        squares: self.squares()?,
                    }),
                    word => Err(format!("`{word}` is neither on, unmatched nor can")),
                }
            }
            word => Err(format!("`{word}` is no reason to stop")),
        }
    }

    fn update(&mut self, side: Option<u8>) -> Read<Update> {
        let register = self.register()?;
        self.expect("becomes")?;
        let change = match self.words.next_if_eq(&"less") {
            Some(_) => Change::Less,
            None => Change::To(self.value()?),
        };
        let trigger = match self.next("`always` or `on`")? {
            "always" => Trigger::Always,
            "on" => match self.next("what happens")? {
                "touching" => Trigger::Touch(self.squares()?),
                "threatening" => Trigger::Threat(self.kind()?),
                word => {
                    let kind = self.kind_of(word)?;
                    let way = self.way()?;
                    let from = match self.words.next_if_eq(&"from") {
                        Some(_) => self.squares()?,
                        None => u64::MAX,
                    };
                    Trigger::Step { kind, way, from }
                }
            },
            word => return Err(format!("`{word}` is neither always nor on")),
        };
        Ok(Update {
            side,
            register,
            trigger,
            change,
        })
    }
}
