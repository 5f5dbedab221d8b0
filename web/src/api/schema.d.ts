// Made from openapi.json by `npm run types`. Do not edit.

export interface paths {
    "/api/v1/advise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which man to move, where to and why; what is threatened, what others would play */
        post: operations["advise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The best moves with their lines, deeper and deeper */
        post: operations["analyse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether positions are valid and satisfy a constraint, one record a line */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a constraint means and whether anything can satisfy it */
        post: operations["explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Positions of the server's imported games that satisfy a constraint, one record a line */
        post: operations["find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Positions that satisfy a constraint, one record a line as they are made */
        post: operations["generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this server is and can do */
        get: operations["info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A move as a player of a rating might choose it */
        post: operations["play"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The constraints that have a name */
        get: operations["presets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A game that reaches a position, or the reason why none can */
        post: operations["prove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/puzzles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puzzles to order or from games, one record a line as they are made */
        post: operations["puzzles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** How often, when and with which results the imported games satisfy constraints */
        post: operations["report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retro": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The past of a position: last moves, castling, en passant, promotions, captures */
        post: operations["retro"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What happened in games: every move judged, with reasons, and accuracies, one record a line */
        post: operations["review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The rules of a game, found out from yes and no */
        post: operations["rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of a record */
        get: operations["schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Positions and games as a drawing, a page to print or PGN */
        post: operations["show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imported games that are like a game, positions that are like a position, one record a line */
        post: operations["similar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/solve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Problems as composers set them, solved exactly, one record a line */
        post: operations["solve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What happens in the best line of positions: motifs and how difficult it is, one record a line */
        post: operations["tag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which men are in danger */
        post: operations["threats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The words of the constraint language */
        get: operations["words"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What is advised, from little to all. */
        AdviceRecord: {
            /** @description The move, in UCI notation. */
            best: string;
            /** @description What it leads to, as PGN's `[%eval]` has it. */
            eval: string;
            /** @description What should follow, as people write it. */
            line: string[];
            /** @description First: the square of the man to look at. */
            man: string;
            /** @description What players of this rating would play, the most first. */
            others: components["schemas"]["OtherMove"][];
            /** @description The move as people write it. */
            san: string;
            /** @description Then: where it should go. */
            square: string;
            /** @description What the other side would do if it were its move, where that is proven to win something. */
            threat?: components["schemas"]["ThreatAdvice"] | null;
            /** @description Why, each proven on that line. */
            why: components["schemas"]["ReasonRecord"][];
        };
        /** @description A position to be advised in.
         *
         *     ```
         *     use sissa::{Advise, Session};
         *
         *     let advice = Advise::new("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").run(&Session::new())?;
         *     assert_eq!((advice.man.as_str(), advice.square.as_str()), ("a1", "a8"));
         *     assert_eq!(advice.why[0].text, "Ra8# is mate");
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Advise: {
            /**
             * Format: uint16
             * @description The player's rating; 1500 if not given.
             */
            elo?: number | null;
            /**
             * @description The moves since, in UCI notation.
             * @default []
             */
            moves: string[];
            /**
             * Format: uint64
             * @description Positions that the engine looks at; 100,000 if not given.
             */
            nodes?: number | null;
            /** @description Where the game starts, as FEN; the starting position where it is left out. */
            start_fen?: string | null;
        };
        /** @description How well clusters agree with what was known of the games, by the adjusted Rand index: 1 is the same grouping,
         *     0 is chance. */
        AgreementRecord: {
            /**
             * Format: double
             * @description The mean of the index over random deals of the same values.
             */
            chance: number;
            /**
             * Format: double
             * @description The most of these.
             */
            chance_most: number;
            /**
             * Format: uint
             * @description Games of which it is known.
             */
            games: number;
            /**
             * Format: uint
             * @description Different values of it.
             */
            groups: number;
            /**
             * Format: double
             * @description The index.
             */
            index: number;
            /** @description With what: `eco` (letter and digit), `result`. */
            with: string;
        };
        /** @description A position to analyse.
         *
         *     ```
         *     use sissa::{Analyse, Session};
         *
         *     let request = Analyse::new("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").nodes(10_000);
         *     let found = request.run(&Session::new())?;
         *     assert_eq!((found.lines[0].mate, found.lines[0].san[0].as_str()), (Some(1), "Ra8#"));
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Analyse: {
            /**
             * Format: uint
             * @description How many best moves, 1 to 10; 1 if not given.
             */
            lines?: number | null;
            /**
             * @description The moves since, in UCI notation.
             * @default []
             */
            moves: string[];
            /**
             * Format: uint64
             * @description How many positions to look at; unlike time, this repeats.
             */
            nodes?: number | null;
            /**
             * Format: double
             * @description How long, in seconds; one where neither this nor nodes are given.
             */
            seconds?: number | null;
            /** @description Where the game starts, as FEN; the starting position where it is left out. */
            start_fen?: string | null;
        };
        /** @description How an analysis stands; later ones are deeper. */
        AnalysisRecord: {
            /**
             * Format: uint32
             * @description Half-moves searched.
             */
            depth: number;
            /** @description Whether this is the last word. */
            last: boolean;
            /** @description The best moves, best first. */
            lines: components["schemas"]["LineRecord"][];
            /**
             * Format: uint64
             * @description Positions looked at.
             */
            nodes: number;
        };
        /** @description Promotions and captures of a side. */
        ArmyRecord: {
            /**
             * Format: uint
             * @description Captures it has made: men that the other side has lost.
             */
            captures: number;
            /**
             * Format: uint
             * @description Captures that its pawns on the board have made at least.
             */
            captures_by_pawns: number;
            /** @description Pawns whose past is known in part. */
            pawns?: components["schemas"]["PawnOriginRecord"][];
            /** @description Men of which some must have promoted. */
            promoted?: components["schemas"]["PromotedRecord"][];
        };
        /** @description A move of the attacker that works, and what follows. */
        AttackRecord: {
            /** @description The defender's moves. */
            defences?: components["schemas"]["DefenceRecord"][];
            /** @description In UCI notation. */
            move: string;
            /**
             * Format: uint32
             * @description Moves to the goal with best defence, this one included.
             */
            moves: number;
            /** @description In standard algebraic notation. */
            san: string;
            /** @description What would work if the defender could pass. */
            threats?: components["schemas"]["AttackRecord"][];
        };
        /** @description A puzzle that the engine tried to solve. */
        AttemptRecord: {
            /** @description The position in which the solver moves. */
            fen: string;
            /** @description Whether the first move is right; `null` without a solution to compare with. */
            first?: boolean | null;
            /** @description The engine's moves with the answers of the solution, up to the first that differs. */
            found: string[];
            /**
             * Format: int32
             * @description The rating it came with.
             */
            given_rating?: number | null;
            /** @description Its name. */
            id?: string | null;
            /**
             * Format: uint64
             * @description The number of the puzzle in the input, from 0.
             */
            index: number;
            /**
             * Format: uint64
             * @description Positions for each move.
             */
            nodes: number;
            /** @description Where it was read: `puzzles.csv:3`. */
            origin?: string | null;
            /** @description The solution it came with, in UCI notation; empty where there was none. */
            solution: string[];
            /** @description Whether all are; any mate in one is right. */
            whole?: boolean | null;
        };
        /** @description Games of players of about the same rating. */
        BandFigure: {
            /**
             * Format: uint16
             * @description The lowest rating of the band.
             */
            from: number;
            /**
             * Format: uint64
             * @description Games of the band.
             */
            games: number;
            /**
             * Format: double
             * @description The half-move by which half of those games satisfy it.
             */
            median_ply?: number | null;
            /** @description The band in words: `1400–1599`. */
            name: string;
            /** @description Their results. */
            results: components["schemas"]["Results"];
            /**
             * Format: uint64
             * @description Those that satisfy the constraint.
             */
            satisfied: number;
            /** @description Their share of the band's. */
            share: components["schemas"]["Interval"];
        };
        /** @description What can be asked for in this build. The page shows nothing that is `false` here. */
        Capabilities: {
            /** @description `POST /find`, `/report`, `/similar`: whether there are imported games to explore. */
            games: boolean;
            /** @description `POST /play`: an opponent. */
            play: boolean;
            /** @description `POST /prove`: proof games and reasons of illegality. */
            prove: boolean;
            /** @description `POST /puzzles`: puzzles to order or from games. */
            puzzles: boolean;
            /** @description `POST /review`: what happened in games. */
            review: boolean;
            /** @description `POST /rules`: the rule learner. */
            rules: boolean;
            /** @description `POST /solve`: problems solved exactly. */
            solve: boolean;
            /** @description Styles of generation. */
            styles: string[];
            /** @description `POST /tag`: motifs of the best line. */
            tag: boolean;
        };
        /** @description Positions to check.
         *
         *     ```
         *     use sissa::{Check, Event, Session};
         *
         *     let check = Check::new("1. e4 e5").constraint("white P=8");
         *     let events = check.run(&Session::new())?;
         *     assert!(matches!(&events[1], Event::Found(found) if found.satisfied == Some(true)));
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Check: {
            /** @description What the positions must be like. */
            constraint?: string | null;
            /**
             * @description Any position of a game may satisfy the constraint; say which do.
             * @default false
             */
            every: boolean;
            /**
             * @description Say what each part of the constraint finds.
             * @default false
             */
            findings: boolean;
            /**
             * @description FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
             * @default
             */
            input: string;
            /**
             * Format: uint64
             * @description Positions that the engine looks at for a value, where the constraint asks what positions are worth.
             */
            judge_nodes?: number | null;
            /**
             * Format: uint64
             * @description Most nodes of that for one position; asks for it, too.
             */
            nodes?: number | null;
            /** @description Constraints from the library, all of which must hold, too: a name or a list of names. */
            preset?: components["schemas"]["OneOrMany"] | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
            /**
             * @description Also ask whether a position without a game contradicts what its history must have been.
             * @default false
             */
            retro: boolean;
        };
        /** @description Whether a position is basically valid and satisfies the constraint. */
        CheckRecord: {
            /** @description The constraint it was held against. */
            constraint?: string | null;
            /** @description The position as it was given. */
            fen: string;
            /** @description What each part of the constraint says, where that was asked. */
            findings?: components["schemas"]["Finding"][] | null;
            /** @description The name it came with. */
            id?: string | null;
            /**
             * Format: uint64
             * @description The number of the position in the input, from 0.
             */
            index: number;
            /** @description The game in UCI notation, where findings were asked for and there is one. */
            moves?: string[] | null;
            /** @description Where it was read: `stdin:3`, `file.pgn game 2`. */
            origin?: string | null;
            /**
             * Format: uint
             * @description After how many moves of its game the position stands, when it came with a game.
             */
            ply?: number | null;
            /**
             * @description Why it is not valid or not satisfying.
             * @default []
             */
            reasons: components["schemas"]["Reason"][];
            /** @description Whether it satisfies the constraint; `null` without a constraint. */
            satisfied?: boolean | null;
            /** @description Where that game starts, when that is not the starting position. */
            start_fen?: string | null;
            /** @description Whether it is a position of chess at all. */
            valid: boolean;
        };
        /** @description How often the nearest games told what is not in the moves. */
        ClassificationRecord: {
            /**
             * Format: uint
             * @description Different answers.
             */
            classes: number;
            /**
             * Format: double
             * @description Share that the commonest answer of all gets right.
             */
            commonest: number;
            /**
             * Format: double
             * @description Share that drawing from all answers gets right.
             */
            drawn: number;
            /**
             * Format: uint
             * @description Games with an answer.
             */
            games: number;
            /**
             * Format: double
             * @description Of results: share that "the higher rated wins" gets right.
             */
            higher_rated?: number | null;
            /**
             * Format: uint
             * @description How many neighbours voted.
             */
            neighbours: number;
            /** @description About what: `opening`, `result`, `rating`. */
            question: string;
            /**
             * Format: double
             * @description Share of games whose neighbours' commonest answer is their own.
             */
            right: number;
        };
        /** @description Real games that are near one of them. */
        ClusterRecord: {
            /**
             * Format: uint
             * @description Games that Black won.
             */
            black: number;
            /**
             * Format: uint
             * @description Its number, from 1 for the largest.
             */
            cluster: number;
            /**
             * Format: uint
             * @description Games that were drawn.
             */
            draw: number;
            /** @description The commonest letter and digit of ECO codes. */
            eco?: string | null;
            /**
             * Format: uint
             * @description How many games have it.
             */
            eco_games?: number | null;
            /**
             * Format: uint
             * @description How many games.
             */
            games: number;
            /** @description The game in the middle, the typical one. */
            medoid: components["schemas"]["GameInfo"];
            /** @description Its moves in UCI notation. */
            moves: string[];
            /** @description The commonest name of an opening among those, without its variation. */
            opening?: string | null;
            /**
             * Format: double
             * @description Mean rating of the players.
             */
            rating?: number | null;
            /**
             * Format: double
             * @description Mean distance to the typical game.
             */
            spread: number;
            /**
             * Format: uint
             * @description Games that White won.
             */
            white: number;
        };
        /** @description Squares of men in danger. */
        Danger: {
            /** @description Attacked and not defended. */
            hanging: string[];
            /** @description Attacked by something cheaper, or more often than defended. */
            threatened: string[];
        };
        /** @description A move of the defender, and what works against it. */
        DefenceRecord: {
            /** @description The attacker's answers; several are duals. None where the move itself reaches the goal. */
            answers?: components["schemas"]["AttackRecord"][];
            /** @description Whether it leaves a threat to be carried out. */
            lets_threat?: boolean;
            /** @description In UCI notation. */
            move: string;
            /** @description In standard algebraic notation. */
            san: string;
        };
        /** @description A way to say how far two games are apart. */
        Distance: "moves" | "warped" | "structure" | "boards";
        /** @description A capture en passant. */
        EnPassantRecord: {
            /** @description `proven` if the double step must have been the last move: only then it is allowed by convention. */
            possibility: components["schemas"]["Possibility"];
            /** @description Where the capturing pawn would go. */
            square: string;
        };
        /** @description The body of every answer that is an error. */
        ErrorBody: {
            /** @description What kind of thing, for programs: `constraint`, `style`, `limit`, `busy`, … */
            code: string;
            /** @description The offending text and, on a second line, carets under it. */
            excerpt?: string | null;
            /** @description The field of the request that is wrong. */
            field?: string | null;
            /** @description What to try instead. */
            hint?: string | null;
            /** @description What is wrong, for people, quoting the input. */
            message: string;
            /** @description Why nothing can satisfy the constraint. */
            reasons?: components["schemas"]["Reason"][];
            /** @description Where in the constraint it is. */
            span?: components["schemas"]["Span"] | null;
        };
        /** @description Two rights to castle of which only one can be held. */
        ExclusiveRecord: {
            /** @description Why. */
            reasons: components["schemas"]["Reason"][];
            /** @description The two as in FEN: `Kq`. */
            rights: string;
        };
        /** @description A constraint to explain.
         *
         *     ```
         *     let explanation = sissa::Explain::new("white Q=0").run()?;
         *     assert_eq!(explanation.words, ["White has no queen"]);
         *     assert!(explanation.feasible);
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Explain: {
            /** @description The constraint. */
            constraint?: string | null;
            /** @description Constraints from the library, all of which must hold, too: a name or a list of names. */
            preset?: components["schemas"]["OneOrMany"] | null;
        };
        /** @description What a constraint means, and whether anything can satisfy it. */
        Explanation: {
            /** @description The constraint in its canonical form. */
            constraint: string;
            /** @description Whether no contradiction was found. */
            feasible: boolean;
            /**
             * Format: uint32
             * @description Half-moves from the starting position, at least; `null` where it cannot be reached.
             */
            least_plies?: number | null;
            /** @description What it asks for beyond the position. */
            needs: components["schemas"]["Needs"];
            /** @description Why nothing can satisfy it. */
            reasons: components["schemas"]["Reason"][];
            /** @description The constraint as a tree. */
            tree: unknown;
            /** @description The same in words, one line a condition. */
            words: string[];
        };
        /** @description A position that could not be made. */
        Failure: {
            /** @description Why, for programs: `budget`, `impossible`, … */
            code: string;
            /** @description The offending text and, on a second line, carets under it. */
            excerpt?: string | null;
            /** @description What to try instead. */
            hint?: string | null;
            /**
             * Format: uint64
             * @description The number of the position.
             */
            index: number;
            /** @description Why, for people. */
            message: string;
            /** @description Why nothing can satisfy the constraint. */
            reasons?: components["schemas"]["Reason"][];
        };
        /** @description What was measured for one constraint, at the first position of each game that satisfies it. */
        Figure: {
            /** @description By the players' mean rating. */
            bands: components["schemas"]["BandFigure"][];
            /**
             * Format: double
             * @description The half-move by which half of those games do.
             */
            median_ply?: number | null;
            /** @description Where the men stand, kind by kind. */
            men: components["schemas"]["MenFigure"][];
            /** @description The constraint. */
            name: string;
            /** @description Of a constraint on either side: the games by whether the side that satisfies it won, drew or lost. */
            own_results?: components["schemas"]["Results"] | null;
            /** @description Games by the half-move at which they first satisfy it. */
            plies: number[];
            /** @description Their results. */
            results: components["schemas"]["Results"];
            /**
             * Format: uint64
             * @description Games that satisfy it.
             */
            satisfied: number;
            /** @description Their share of all games. */
            share: components["schemas"]["Interval"];
        };
        /** @description What was measured over imported games.
         *
         *     ```
         *     use sissa::{Event, Figures, Import, Report, Session};
         *     # let folder = std::env::temp_dir().join(format!("sissa-figures-doc-{}", std::process::id()));
         *     # let file = folder.with_extension("pgn");
         *     # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
         *     let session = Session::new().files(|name| std::fs::read(name));
         *     Import::new([&file]).output(&folder).run(&session)?;
         *
         *     let events = Report::new(["mate by black"]).games(&folder).run(&session)?;
         *     let reported = events.iter().find_map(|event| match event {
         *         Event::Found(reported) => Some(reported),
         *         _ => None,
         *     });
         *     let figures = Figures::of(reported.expect("a report"));
         *     assert_eq!((figures.games, figures.constraints[0].plies[4]), (1, 1));
         *     # std::fs::remove_dir_all(&folder).unwrap();
         *     # std::fs::remove_file(&file).unwrap();
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Figures: {
            /** @description One for each constraint. */
            constraints: components["schemas"]["Figure"][];
            /**
             * Format: uint64
             * @description Games looked at.
             */
            games: number;
            /** @description Their results. */
            results: components["schemas"]["Results"];
        };
        /** @description Positions of imported games that satisfy a constraint.
         *
         *     ```
         *     use sissa::{Event, Find, Import, Session};
         *     # let folder = std::env::temp_dir().join(format!("sissa-find-doc-{}", std::process::id()));
         *     # let file = folder.with_extension("pgn");
         *     # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
         *     let session = Session::new().files(|name| std::fs::read(name));
         *     Import::new([&file]).output(&folder).run(&session)?;
         *
         *     let events = Find::new("mate by black").games(&folder).run(&session)?;
         *     let Event::Found(hit) = &events[1] else { panic!("one position") };
         *     assert_eq!((hit.index, hit.value.plies), (0, 4));
         *     # std::fs::remove_dir_all(&folder).unwrap();
         *     # std::fs::remove_file(&file).unwrap();
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Find: {
            /** @description What the positions must be like. */
            constraint?: string | null;
            /**
             * Format: uint64
             * @description Stop after so many positions; all if not given.
             */
            count?: number | null;
            /**
             * @description Games that are there more than once count once.
             * @default false
             */
            distinct: boolean;
            /**
             * @description Every satisfying position of a game, not only the first.
             * @default false
             */
            every: boolean;
            /** @description Positions not to be given, as FEN. */
            exclude?: string[];
            /**
             * @description The folder of imported games.
             * @default games
             */
            games: string;
            /**
             * Format: uint64
             * @description Positions that the engine looks at for a value, where the constraint asks what positions are worth; 100,000 if not given.
             */
            judge_nodes?: number | null;
            /** @description Constraints from the library, all of which must hold, too: a name or a list of names. */
            preset?: components["schemas"]["OneOrMany"] | null;
            /**
             * Format: uint64
             * @description So many of the positions, drawn by chance from all of them.
             */
            sample?: number | null;
            /**
             * Format: uint64
             * @description The seed of chance.
             * @default 1
             */
            seed: number;
        };
        /** @description What one part of a constraint says of a position. */
        Finding: {
            /** @description Whether it holds. */
            holds: boolean;
            /** @description The squares it is about. */
            squares: string[];
            /** @description The part, in the language. */
            text: string;
            /**
             * Format: int32
             * @description The number found, where the part counts.
             */
            value?: number | null;
        };
        /** @description A real game in which a position was found. */
        GameInfo: {
            /** @description Black's name. */
            black?: string | null;
            /**
             * Format: uint16
             * @description Black's rating.
             */
            black_elo?: number | null;
            /** @description The date as PGN writes it. */
            date?: string | null;
            /** @description The ECO code. */
            eco?: string | null;
            /**
             * Format: uint64
             * @description Its number in that file, from 1.
             */
            number: number;
            /** @description The opening's name. */
            opening?: string | null;
            /**
             * Format: uint
             * @description The length of the whole game.
             */
            plies: number;
            /** @description The result as PGN writes it. */
            result?: string | null;
            /** @description The place, or the address of the game. */
            site?: string | null;
            /** @description The file it was imported from. */
            source: string;
            /** @description The time control as PGN writes it. */
            time_control?: string | null;
            /** @description White's name. */
            white?: string | null;
            /**
             * Format: uint16
             * @description White's rating.
             */
            white_elo?: number | null;
        };
        /**
         * @description The games there are supervisors for.
         * @enum {string}
         */
        GameName: "chess" | "antichess" | "horde" | "king-of-the-hill" | "racing-kings" | "three-check";
        /** @description Positions to make.
         *
         *     ```
         *     use sissa::{Event, Generate, Session};
         *
         *     let request = Generate::new("white (0,2,2,2,8)").count(3).seed(7);
         *     let mut fens = Vec::new();
         *     for event in request.run(&Session::new())? {
         *         if let Event::Found(position) = event {
         *             fens.push(position.fen());
         *         }
         *     }
         *     assert_eq!(fens.len(), 3);
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Generate: {
            /** @description What the positions must be like. */
            constraint?: string | null;
            /**
             * Format: uint64
             * @description How many positions; 1 if not given.
             */
            count?: number | null;
            /** @description Positions already had, as FEN: they are dropped, and later indices made instead. */
            exclude?: string[];
            /** @description Where every game begins: moves, PGN or FEN. */
            from?: string | null;
            /**
             * Format: uint64
             * @description Positions that the engine looks at for a value, where the constraint asks what positions are worth.
             */
            judge_nodes?: number | null;
            /**
             * Format: uint32
             * @description Longest game, in half-moves.
             */
            max_plies?: number | null;
            /**
             * Format: uint64
             * @description Most nodes for one position; unlike time, this repeats.
             */
            nodes?: number | null;
            /** @description Constraints from the library, all of which must hold, too: a name or a list of names. */
            preset?: components["schemas"]["OneOrMany"] | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
            /**
             * Format: uint64
             * @description The seed of all randomness.
             * @default 0
             */
            seed: number;
            /**
             * @description Look for a shortest game.
             * @default false
             */
            shortest: boolean;
            /**
             * Format: uint64
             * @description The index to begin with.
             * @default 0
             */
            skip: number;
            /**
             * @description Measure the batch; the summary tells.
             * @default false
             */
            stats: boolean;
            /** @description How to generate; if not given, `human` where the constraint speaks of players, else `direct`. */
            style?: components["schemas"]["Style"] | null;
            /**
             * Format: double
             * @description Longest time for one position, in seconds.
             */
            timeout?: number | null;
            /**
             * Format: double
             * @description Longest time for the whole request, in seconds.
             */
            total_timeout?: number | null;
            /** @description Drop repeated positions and go on to later indices. */
            unique?: components["schemas"]["UniqueName"] | null;
        };
        /** @description A line of help play. */
        HelpLine: {
            /** @description In UCI notation. */
            moves: string[];
            /** @description As problemists number it: `1.Kd5 Qa4 2.Ke6 Qe8#`. */
            text: string;
        };
        /** @description What is known of a game in the style human. */
        HumanInfo: {
            /**
             * Format: uint16
             * @description Black's rating.
             */
            black_elo: number;
            /**
             * Format: double
             * @description The share of all games of such players in which the constraint comes true, by the same crowd.
             */
            chance: number;
            /**
             * Format: double
             * @description How many different games the crowd was worth that this one was drawn from.
             */
            effective_sample_size: number;
            /**
             * @description The model of moves that played: `sighted`, which sees tactics, or `light`; older records do not say.
             * @default light
             */
            model: components["schemas"]["MoveModel"];
            /**
             * Format: uint16
             * @description White's rating.
             */
            white_elo: number;
        };
        /** @description What this server is and can do. */
        Info: {
            capabilities: components["schemas"]["Capabilities"];
            /**
             * Format: uint
             * @description Jobs under way or waiting.
             */
            jobs: number;
            limits: components["schemas"]["InfoLimits"];
            /**
             * Format: uint32
             * @description The number of the records' schema.
             */
            schema: number;
            /** @description Name and version: `sissa 0.1.0`. */
            tool: string;
        };
        /** @description What one request may ask for. */
        InfoLimits: {
            /**
             * Format: uint
             * @description Boards of a drawing.
             */
            boards: number;
            /**
             * Format: uint
             * @description Bytes of a body.
             */
            body: number;
            /**
             * Format: double
             * @description Seconds for a job.
             */
            job_seconds: number;
            /**
             * Format: uint64
             * @description Nodes for a position.
             */
            nodes: number;
            /**
             * Format: double
             * @description Seconds for a position.
             */
            position_seconds: number;
            /**
             * Format: uint64
             * @description Positions of a request.
             */
            positions: number;
        };
        /** @description A share with the interval, at 95 %, that it can be trusted to. */
        Interval: {
            /**
             * Format: double
             * @description The upper end.
             */
            high: number;
            /**
             * Format: double
             * @description The lower end.
             */
            low: number;
            /**
             * Format: double
             * @description The share.
             */
            value: number;
        };
        /** @description What was found out about a position's worth. */
        JudgedInfo: {
            /** @description The engine's best move, in UCI notation. */
            best?: string | null;
            /**
             * Format: double
             * @description The engine's value in pawns, from White's view; `null` where it sees a mate.
             */
            eval?: number | null;
            /**
             * Format: int32
             * @description The mate that the engine sees, in moves: negative where Black mates.
             */
            eval_mate?: number | null;
            /** @description The best move and what should follow it, in UCI notation. */
            line?: string[];
            /**
             * Format: uint32
             * @description Moves in which the side to move mates by force: proven by exhaustive search.
             */
            mate?: number | null;
            /**
             * Format: uint32
             * @description Moves to mate in perfect play, from endgame tables.
             */
            mate_distance?: number | null;
            /** @description Motifs of the best line, by Lichess' tags, where one was asked for. */
            motifs?: string[];
            /**
             * Format: uint64
             * @description Positions that the engine looked at for that.
             */
            nodes?: number | null;
        };
        /** @description What is said of a move. */
        Judgement: "brilliant" | "only" | "best" | "good" | "book" | "inaccuracy" | "mistake" | "blunder" | "missed-win";
        /** @description How often. */
        JudgementCount: {
            /**
             * Format: uint
             * @description How often.
             */
            count: number;
            /** @description Which judgement. */
            judgement: components["schemas"]["Judgement"];
        };
        /** @description A move that may have been the last one. */
        LastMoveRecord: {
            /** @description What it captured: `queen`, `pawn`, … */
            captured?: string | null;
            /** @description In UCI notation; what was captured is not part of it. */
            move: string;
            /** @description That game in UCI notation, where games were asked for. */
            moves?: string[];
            /**
             * Format: uint
             * @description Half-moves of the game that ends with it.
             */
            plies?: number | null;
            /** @description Whether it can have been the last move. */
            possibility: components["schemas"]["Possibility"];
            /** @description Why not: reasons that concern the position before it. */
            reasons?: components["schemas"]["Reason"][];
            /** @description As retro-analysts write it: `Ra1xNb1`, `e7-e8=Q`, `e5xd6 e.p.`, `O-O`. */
            text: string;
        };
        /** @description How far the learner is. */
        Learning: {
            /** @description The answer. */
            accepted: boolean;
            /** @description The men of the last one, as FEN places them. */
            board: string;
            /**
             * Format: uint64
             * @description Questions asked.
             */
            questions: number;
            /** @description What the last one was about. */
            topic: string;
            /** @description The moves that were tried, squares to squares. */
            tried: string[];
        };
        /** @description One line of the stream. */
        LearningEvent: (components["schemas"]["Learning"] & {
            /** @constant */
            type: "learning";
        }) | (components["schemas"]["Rules"] & {
            /** @constant */
            type: "rules";
        });
        /** @description What the moves of a [`PositionRecord`] prove. */
        Legality: "proof-game" | "from-start";
        /** @description One line of a stream: a record of the command line or a sign of life. */
        Line: components["schemas"]["Record"] | components["schemas"]["ProgressRecord"];
        /** @description A move and what is expected to follow. */
        LineRecord: {
            /**
             * Format: int32
             * @description Hundredths of a pawn, for the side to move; nothing where it is a mate.
             */
            centipawns?: number | null;
            /**
             * Format: int32
             * @description Moves to mate, negative where the side to move is mated.
             */
            mate?: number | null;
            /** @description In UCI notation. */
            moves: string[];
            /** @description The same as people write it. */
            san: string[];
            /** @description Thousandths of wins, draws and losses, for the side to move. */
            wdl: number[];
        };
        /** @description Where to look at a position. */
        Links: {
            /** @description Lichess' analysis board. */
            analysis: string;
        };
        /** @description Puzzles to make: to order, or where they are in games.
         *
         *     ```
         *     use sissa::{Event, MakePuzzles, Session};
         *
         *     let request = MakePuzzles::new("mate in 2 and men<=6").count(1).seed(1);
         *     let events = request.run(&Session::new())?;
         *     let Event::Found(puzzle) = &events[1] else { panic!("one puzzle") };
         *     assert!(puzzle.record.certified && puzzle.record.themes.contains(&"mateIn2".to_owned()));
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        MakePuzzles: {
            /** @description What the positions must be like; motifs in it are themes of the solution. */
            constraint?: string | null;
            /**
             * Format: uint64
             * @description How many; 1 if not given, of games all.
             */
            count?: number | null;
            /** @description A folder of imported games to look for puzzles in. */
            games?: string | null;
            /** @description Games to look for puzzles in, as PGN. */
            input?: string | null;
            /**
             * Format: uint64
             * @description Positions for each judgement; 100,000 if not given.
             */
            nodes?: number | null;
            /** @description Of games, only mistakes of the player with this in his name. */
            player?: string | null;
            /** @description Constraints from the library, all of which must hold, too: a name or a list of names. */
            preset?: components["schemas"]["OneOrMany"] | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
            /** @description The predicted rating: `1400..1600`, `>=2000`, or `1500` for up to 100 more or less. */
            rating?: string | null;
            /**
             * Format: uint64
             * @description The seed of all randomness.
             * @default 0
             */
            seed: number;
            /** @description How positions are made; if not given, as players get there where nothing is asked of the board, or the constraint speaks of
             *     players, and no theme is a mate with a name; else `direct`. */
            style?: components["schemas"]["Style"] | null;
            /** @description Themes that the solution must have, by name or by Lichess' tag: one or a list. */
            theme?: components["schemas"]["OneOrMany"] | null;
            /**
             * Format: double
             * @description Longest time for one puzzle to order, in seconds.
             */
            timeout?: number | null;
            /**
             * Format: double
             * @description Longest time for all puzzles to order, in seconds.
             */
            total_timeout?: number | null;
        };
        /** @description What a batch of positions is like. */
        Measures: {
            /** @description Percent of positions that miss the counts by k men, for k = 1..14. */
            k_pdr: number[];
            /**
             * Format: double
             * @description Mean entropy of what stands on a square, in bits.
             */
            occupancy_entropy?: number | null;
            /**
             * Format: double
             * @description Different first eight half-moves in a thousand games.
             */
            openings_per_1000?: number | null;
            /**
             * Format: double
             * @description Different pawn structures in a thousand positions.
             */
            pawn_structures_per_1000?: number | null;
            /**
             * Format: double
             * @description Likewise.
             */
            positions_per_second: number;
            /**
             * Format: double
             * @description Share of the positions asked for that satisfy the constraint.
             */
            satisfaction_ratio: number;
            /**
             * Format: double
             * @description Measured, so different in each run.
             */
            seconds: number;
            /**
             * Format: double
             * @description Share of different positions, before repetitions were dropped.
             */
            unique_ratio: number;
        };
        /** @description Where the men of one kind stand. */
        MenFigure: {
            /** @description As FEN writes the man: `P` is a white pawn, `q` a black queen. */
            man: string;
            /** @description Positions with one on each square, from a1, b1 to h8. */
            squares: number[];
        };
        /** @description Which of a game's positions that satisfy the constraint. */
        MomentName: "any" | "first";
        /** @description What more time on a clock would be worth. */
        MoreTime: {
            /**
             * Format: double
             * @description What it would add to Black's expected points, were it on Black's clock.
             */
            black: number;
            /**
             * Format: double
             * @description How much more, in seconds.
             */
            seconds: number;
            /**
             * Format: double
             * @description What it would add to White's expected points, were it on White's clock.
             */
            white: number;
        };
        /** @description A model of people's moves. */
        MoveModel: "light" | "sighted";
        /**
         * @description The name of a style.
         * @enum {string}
         */
        Name: "direct" | "uniform" | "neural" | "human";
        /** @description A style with its options. */
        Named: {
            /** @constant */
            name: "direct";
        } | {
            /** @constant */
            name: "uniform";
        } | {
            /**
             * Format: uint32
             * @description Half-moves looked ahead; 2 if not given, 1 for `thesis-1`.
             */
            depth?: number | null;
            /**
             * Format: float
             * @description How far from the best a played move may be.
             */
            margin?: number | null;
            /** @constant */
            name: "neural";
            /** @description `grid` (if not given), `near`, `thesis-1`, `thesis-2`, or a weight file where files may be read. */
            network?: string | null;
            /** @description How to search; if not given, `improved` with `grid` and `thesis` with the other networks. */
            search?: components["schemas"]["SearchName"] | null;
        } | {
            /** @description The players' ratings, such as `1500`, `1400..1600` or `>=2000`; the same as `elo` in the
             *     constraint. */
            elo?: string | null;
            /** @description Which of a game's positions that satisfy the constraint; `any` if not given. */
            moment?: components["schemas"]["MomentName"] | null;
            /** @constant */
            name: "human";
            /**
             * Format: uint32
             * @description Games played together to draw one from; 32 if not given.
             */
            particles?: number | null;
            /** @description Whose ratings these are; `lichess` if not given. */
            site?: components["schemas"]["SiteName"] | null;
        };
        /** @description What must be known to judge a constraint. */
        Needs: {
            /** @description Predicates about players or the game's course. */
            beyond: string[];
            /** @description What judging them costs, a sentence each. */
            costs: string[];
            /** @description The game that led to the position: it asks who has castled. */
            history: boolean;
            /** @description Predicates about what a position is worth. */
            judged: string[];
        };
        /** @description A name or a list of names, as JSON has them. */
        OneOrMany: string | string[];
        /** @description The opening of a game. */
        OpeningRecord: {
            /** @description Its code in the Encyclopaedia of Chess Openings. */
            eco?: string | null;
            /** @description Its name. */
            name?: string | null;
            /**
             * Format: uint
             * @description Half-moves after which the position still had a name; none where the name is only the file's word.
             */
            plies?: number | null;
        };
        /** @description Another good line. */
        OtherLine: {
            /** @description What it leads to. */
            eval: string;
            /** @description In UCI notation. */
            line: string[];
        };
        /** @description What others would play. */
        OtherMove: {
            /** @description The move, as people write it. */
            san: string;
            /**
             * Format: double
             * @description The share of them.
             */
            share: number;
            /** @description In UCI notation. */
            uci: string;
        };
        /** @description A real game that is like no other of a sample. */
        OutlierRecord: {
            /**
             * Format: double
             * @description Mean distance to the nearest games of the sample.
             */
            distance: number;
            /** @description The game. */
            game: components["schemas"]["GameInfo"];
            /** @description Its moves in UCI notation. */
            moves: string[];
            /**
             * Format: uint64
             * @description 1 for the one furthest away.
             */
            rank: number;
        };
        /** @description Where a pawn has come from. */
        PawnOriginRecord: {
            /**
             * Format: uint
             * @description Captures it has made at least.
             */
            captures: number;
            /** @description Where it can have begun. */
            from: string[];
            /** @description Where it stands. */
            square: string;
        };
        /** @description A phase of a game. */
        PhaseRecord: {
            /** @description Accuracy of White and Black in it by Lichess' formula; none where a side did not move. */
            accuracy: (number | null)[];
            /** @description Points of a hundred that White and Black lost in it in all, for these players. */
            expected_loss: number[];
            /**
             * Format: uint
             * @description Its first half-move.
             */
            from: number;
            /** @description `opening`, `middlegame` or `endgame`. */
            phase: string;
            /**
             * Format: uint
             * @description Its last.
             */
            to: number;
        };
        /** @description Where a page shows the games. */
        Place: "none" | "below" | "separate";
        /** @description A game in which somebody of some strength has the move.
         *
         *     ```
         *     use std::time::Duration;
         *     use sissa::{Play, Session};
         *
         *     let answer = Play::new(["e2e4"]).elo(1200).run(&Session::new())?;
         *     assert!(answer.san.is_some() && answer.pause_ms.is_none());
         *     let minute = Duration::from_secs(60);
         *     let answer = Play::new(["e2e4"]).elo(1200).clock(minute, Duration::ZERO).run(&Session::new())?;
         *     assert!(answer.pause_ms.is_some_and(|pause| pause <= 7_500));
         *     let problem = Play::new(["e2e5"]).run(&Session::new()).unwrap_err();
         *     assert_eq!(problem.field, Some("moves"));
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Play: {
            /**
             * Format: uint64
             * @description What is left on its clock, in milliseconds: with it the answer says how long a person would think.
             */
            clock_ms?: number | null;
            /**
             * Format: uint32
             * @description The rating to play at, 600 to 3200, as on Lichess; full strength where it is left out.
             */
            elo?: number | null;
            /**
             * Format: uint64
             * @description What each move adds to that clock.
             */
            increment_ms?: number | null;
            /**
             * @description The moves since, in UCI notation.
             * @default []
             */
            moves: string[];
            /**
             * Format: uint64
             * @description The seed of all chance.
             * @default 0
             */
            seed: number;
            /** @description Where the game starts, as FEN; the starting position where it is left out. */
            start_fen?: string | null;
        };
        /** @description The move chosen. */
        PlayAnswer: {
            /** @description The position after it. */
            fen: string;
            /** @description In UCI notation; nothing where there is no legal move. */
            move?: string | null;
            /**
             * Format: uint64
             * @description How long a person would think, in milliseconds, where a clock was told; the answer itself comes at once.
             */
            pause_ms?: number | null;
            /** @description The same as people write it. */
            san?: string | null;
        };
        /** @description A position with the game that reaches it. */
        PositionRecord: {
            /** @description The constraint that the position satisfies. */
            constraint?: string | null;
            /** @description The position; the en-passant square is given only when a capture is legal. */
            fen: string;
            /** @description The real game it was found in. */
            game?: components["schemas"]["GameInfo"] | null;
            /** @description The players that a model of human play stood in for. */
            human?: components["schemas"]["HumanInfo"] | null;
            /** @description A name unique in the run: seed and index. */
            id: string;
            /**
             * Format: uint64
             * @description The number of the position, and of the random stream that made it.
             */
            index: number;
            /** @description What the position is worth, where the constraint asks for that. */
            judged?: components["schemas"]["JudgedInfo"] | null;
            /** @description What the moves prove. */
            legality: components["schemas"]["Legality"];
            /** @description Where to look at the game. */
            links: components["schemas"]["Links"];
            /** @description The moves in UCI notation, castling as the king's two steps (`e1g1`). */
            moves: string[];
            /** @description The moves in standard algebraic notation with move numbers. */
            movetext: string;
            /**
             * Format: uint64
             * @description How many search nodes it took.
             */
            nodes?: number | null;
            /**
             * Format: uint
             * @description The number of moves, each player's counted.
             */
            plies: number;
            /**
             * Format: uint32
             * @description Of a game in the style human: half-moves at its end that the style direct played.
             */
            repaired?: number | null;
            /**
             * Format: uint64
             * @description The seed of the run.
             */
            seed?: number | null;
            /** @description Whether no shorter game satisfies the request. */
            shortest?: boolean | null;
            /** @description Where the game starts, when that is not the starting position. */
            start_fen?: string | null;
            /** @description Who is to move. */
            turn: components["schemas"]["Turn"];
        };
        /** @description Whether something in the past of a position can have been. */
        Possibility: "proven" | "possible" | "impossible" | "undecided";
        /** @description How likely each end of a real game is, at one of its positions. */
        PredictionRecord: {
            /**
             * Format: double
             * @description How likely Black wins.
             */
            black: number;
            /** @description Seconds that White and Black have left, where they were used. */
            clocks?: number[] | null;
            /**
             * Format: double
             * @description How likely the game is drawn.
             */
            draw: number;
            /** @description The value it was told by, as PGN's `[%eval]` has it. */
            eval: string;
            /** @description The game. */
            game: components["schemas"]["GameInfo"];
            /** @description What more time would be worth, where it was asked for and clocks are known. */
            more_time?: components["schemas"]["MoreTime"] | null;
            /** @description The move that led here, in UCI notation. */
            move?: string | null;
            /**
             * Format: uint
             * @description Half-moves played.
             */
            ply: number;
            /**
             * Format: double
             * @description How likely White wins.
             */
            white: number;
        };
        /** @description A constraint with a name. */
        PresetRecord: {
            about: string;
            constraint: string;
            group: string;
            name: string;
        };
        /** @description How far a job is. */
        ProgressRecord: {
            /**
             * Format: uint64
             * @description Bytes read, where nobody knows how many games a file holds.
             */
            bytes?: number | null;
            /**
             * Format: uint64
             * @description Found, but already there.
             */
            dropped: number;
            /**
             * Format: uint64
             * @description Could not be had.
             */
            failed: number;
            /**
             * Format: uint64
             * @description Positions that were judged so far, where the constraint asks what they are worth; those found are kept of them.
             */
            judged?: number | null;
            /**
             * Format: uint64
             * @description Found so far.
             */
            made: number;
            /**
             * Format: uint64
             * @description Asked for; `null` while nobody knows how much there is to read.
             */
            requested?: number | null;
            /**
             * Format: double
             * @description Seconds since the beginning.
             */
            seconds: number;
            /** @description Always `progress`. */
            type: components["schemas"]["ProgressType"];
        };
        /**
         * @description Tells a progress line from records.
         * @enum {string}
         */
        ProgressType: "progress";
        /** @description Men of which some must have been pawns. */
        PromotedRecord: {
            /**
             * Format: uint
             * @description How many of them have promoted at least.
             */
            at_least: number;
            /** @description What they are: `queen`, `bishop`, … */
            role: string;
            /** @description Where they stand. */
            squares: string[];
        };
        /** @description Positions to prove. What a FEN leaves out is open: a bare diagram is legal if any side to move, castling
         *     rights and en passant allow it.
         *
         *     ```
         *     use sissa::{Event, Prove, Session};
         *
         *     let events = Prove::new("8/8/8/8/8/8/8/KRk5").run(&Session::new())?;
         *     let Event::Found(verdict) = &events[1] else { panic!("one verdict") };
         *     assert!(verdict.fens[0].starts_with("8/8/8/8/8/8/8/KRk5 b - -"));
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Prove: {
            /**
             * @description All games of this length instead of one.
             * @default false
             */
            all: boolean;
            /**
             * @description FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
             * @default
             */
            input: string;
            /**
             * Format: uint64
             * @description Most nodes for one position; unlike time, this repeats.
             */
            nodes?: number | null;
            /**
             * Format: uint32
             * @description Look for a game of exactly so many half-moves.
             */
            plies?: number | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
            /**
             * Format: uint64
             * @description The seed of all randomness.
             * @default 0
             */
            seed: number;
            /**
             * @description Look for a shortest game; it is said whether it is proven to be one.
             * @default false
             */
            shortest: boolean;
            /**
             * Format: double
             * @description Longest time for one position, in seconds.
             */
            timeout?: number | null;
            /**
             * Format: double
             * @description Longest time for the whole request, in seconds.
             */
            total_timeout?: number | null;
        };
        /** @description A puzzle: a position, the moves that solve it, and what it is like. */
        PuzzleRecord: {
            /** @description Whether the solution is proven to be the only one: a mate by exhaustive search, or an ending by tables. */
            certified: boolean;
            /** @description The position in which the solver moves. */
            fen: string;
            /**
             * Format: int32
             * @description The rating it came with.
             */
            given_rating?: number | null;
            /** @description The themes it came with. */
            given_themes?: string[] | null;
            /** @description Its name. */
            id?: string | null;
            /**
             * Format: uint64
             * @description The number of the puzzle in the input, from 0.
             */
            index: number;
            /** @description The opponent's move that led to the position, in UCI notation. */
            led_by?: string | null;
            /** @description The game from the starting position to the puzzle's, in UCI notation, where it is known. */
            moves?: string[];
            /** @description Where it was read: `puzzles.csv:3`. */
            origin?: string | null;
            /**
             * Format: uint16
             * @description The rating it would have at Lichess, predicted.
             */
            rating: number;
            /**
             * Format: uint16
             * @description How far off such predictions are on average.
             */
            rating_error: number;
            /** @description The solver's moves and the answers in turn, in UCI notation. */
            solution: string[];
            /** @description What happens in it, by Lichess' tags. */
            themes: string[];
        };
        /** @description A rating and its interval. */
        RatingEstimate: {
            /**
             * Format: int32
             * @description … to here in 90 of 100 cases.
             */
            high: number;
            /**
             * Format: int32
             * @description From here …
             */
            low: number;
            /**
             * Format: int32
             * @description The estimate.
             */
            rating: number;
        };
        /** @description How strong the players of a real game are, by their moves. */
        RatingRecord: {
            /** @description Black's. */
            black: components["schemas"]["SideRating"];
            /** @description The game. */
            game: components["schemas"]["GameInfo"];
            /** @description Whose ratings these are: Lichess, Chess.com, FICS or FIDE. */
            scale: string;
            /** @description White's. */
            white: components["schemas"]["SideRating"];
        };
        /** @description One thing that is wrong with a position.
         *
         *     The codes of [`check`] are `empty-board`, `missing-king`, `too-many-kings`, `pawns-on-backrank`,
         *     `invalid-castling-rights`, `invalid-ep-square`, `opposite-check`, `impossible-check`,
         *     `too-much-material` and `variant`; other crates add their own. */
        Reason: {
            /** @description What kind of thing, for programs: lower-case words joined by hyphens. */
            code: string;
            /** @description The same for people: one sentence without a full stop. */
            message: string;
            /** @description Moves that the reason rules out, in UCI notation: arrows of a picture. */
            moves?: string[];
            /**
             * @description The squares concerned, from a1 to h8.
             * @default []
             */
            squares: string[];
        };
        /** @description On which line a reason is seen. */
        ReasonLine: "answer" | "best";
        /** @description A sentence and its proof. */
        ReasonRecord: {
            /** @description Moves it speaks of, from square to square: `e2e4`. */
            arrows: string[];
            /** @description The line it holds on. */
            on: components["schemas"]["ReasonLine"];
            /**
             * Format: uint
             * @description Half-moves of that line after which it holds; of a motif, how many are looked at. `answer` counts from the move after the one that was played.
             */
            plies: number;
            /** @description What holds: a constraint, a motif, `wins N` or `mate in N`. */
            predicate: string;
            /** @description Squares it speaks of. */
            squares: string[];
            /** @description The sentence. */
            text: string;
        };
        /** @description One line of JSON Lines. */
        Record: (components["schemas"]["Run"] & {
            /** @constant */
            type: "run";
        }) | (components["schemas"]["PositionRecord"] & {
            /** @constant */
            type: "position";
        }) | (components["schemas"]["Failure"] & {
            /** @constant */
            type: "failure";
        }) | (components["schemas"]["CheckRecord"] & {
            /** @constant */
            type: "check";
        }) | (components["schemas"]["Verdict"] & {
            /** @constant */
            type: "verdict";
        }) | (components["schemas"]["RetroRecord"] & {
            /** @constant */
            type: "retro";
        }) | (components["schemas"]["SimilarRecord"] & {
            /** @constant */
            type: "similar";
        }) | (components["schemas"]["SimilarPositionRecord"] & {
            /** @constant */
            type: "similar_position";
        }) | (components["schemas"]["OutlierRecord"] & {
            /** @constant */
            type: "outlier";
        }) | (components["schemas"]["ClusterRecord"] & {
            /** @constant */
            type: "cluster";
        }) | (components["schemas"]["AgreementRecord"] & {
            /** @constant */
            type: "agreement";
        }) | (components["schemas"]["ClassificationRecord"] & {
            /** @constant */
            type: "classification";
        }) | (components["schemas"]["PredictionRecord"] & {
            /** @constant */
            type: "prediction";
        }) | (components["schemas"]["RatingRecord"] & {
            /** @constant */
            type: "rating";
        }) | (components["schemas"]["SolutionRecord"] & {
            /** @constant */
            type: "solution";
        }) | (components["schemas"]["PuzzleRecord"] & {
            /** @constant */
            type: "puzzle";
        }) | (components["schemas"]["AttemptRecord"] & {
            /** @constant */
            type: "attempt";
        }) | (components["schemas"]["ReviewMoveRecord"] & {
            /** @constant */
            type: "review-move";
        }) | (components["schemas"]["ReviewGameRecord"] & {
            /** @constant */
            type: "review-game";
        }) | (components["schemas"]["ReviewReportRecord"] & {
            /** @constant */
            type: "review-report";
        }) | (components["schemas"]["Summary"] & {
            /** @constant */
            type: "summary";
        });
        /** @description What comes again. */
        RecurringRecord: {
            /** @description Where: `game 3, 24... Rd8`, a few of them. */
            examples: string[];
            /**
             * Format: double
             * @description Points of a hundred lost by them in all.
             */
            expected_loss: number;
            /**
             * Format: uint64
             * @description Games in which it happened.
             */
            games: number;
            /**
             * Format: uint64
             * @description Mistakes and worse.
             */
            mistakes: number;
            /**
             * Format: uint64
             * @description Moves played there; of motifs, as many as there are mistakes.
             */
            moves: number;
            /** @description What it is: a motif, a phase, an opening. */
            name: string;
        };
        /** @description Constraints to measure over imported games: how often, when first, who wins, where the men stand.
         *
         *     ```
         *     let json = r#"{"set": "thesis", "constraints": ["white Q=0"], "games": "games"}"#;
         *     let report = sissa::Report::new(["white Q=0"]).set("thesis");
         *     assert_eq!(serde_json::from_str::<sissa::Report>(json)?, report);
         *     # Ok::<_, serde_json::Error>(())
         *     ``` */
        Report: {
            /** @description Where the players' mean ratings are cut into bands; bands of 200 points if not given. */
            bands?: number[];
            /** @description Which constraints to set side by side, by their numbers from 1; the first three if not given. */
            compare?: number[];
            /**
             * @description Constraints to measure.
             * @default []
             */
            constraints: string[];
            /**
             * @description Games that are there more than once count once.
             * @default false
             */
            distinct: boolean;
            /**
             * @description The folder of imported games.
             * @default games
             */
            games: string;
            /** @description More of them, with names of their own: `NAME=CONSTRAINT`. */
            named?: string[];
            /** @description The name of constraints that belong together, before the others: `thesis`. */
            set?: string | null;
        };
        /** @description Results of games, with White's score. */
        Results: {
            /**
             * Format: uint64
             * @description Drawn.
             */
            drawn: number;
            /**
             * Format: uint64
             * @description Lost.
             */
            lost: number;
            /** @description Won games as a share of those that somebody won. */
            wins?: components["schemas"]["Interval"] | null;
            /**
             * Format: uint64
             * @description White won; of own results, the side that satisfies the constraint.
             */
            won: number;
        };
        /** @description Positions whose past is asked about: last moves, castling, en passant, promotions, captures. What a FEN leaves out is open.
         *
         *     ```
         *     use sissa::{Event, Retro, Session};
         *
         *     let events = Retro::new("8/8/8/8/8/8/8/KRk5").run(&Session::new())?;
         *     let Event::Found(past) = &events[1] else { panic!("one answer") };
         *     assert!(past.lines()[0].starts_with("White moved last: White is to move"));
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Retro: {
            /**
             * @description The games that show what is possible, in records.
             * @default false
             */
            games: boolean;
            /**
             * @description FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
             * @default
             */
            input: string;
            /**
             * Format: uint64
             * @description Most nodes for one position, all questions together; unlike time, this repeats.
             */
            nodes?: number | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
            /**
             * Format: uint64
             * @description The seed of all randomness.
             * @default 0
             */
            seed: number;
            /**
             * Format: double
             * @description Longest time for one position, in seconds.
             */
            timeout?: number | null;
            /**
             * Format: double
             * @description Longest time for the whole request, in seconds.
             */
            total_timeout?: number | null;
        };
        /** @description What a position tells about its past. */
        RetroRecord: {
            /** @description Promotions and captures of Black. */
            black: components["schemas"]["ArmyRecord"];
            /** @description For each rook that may castle by the men on the board: whether it can still have the right. */
            castling: components["schemas"]["RightRecord"][];
            /** @description Rights that can be held one by one, but not together. */
            exclusive: components["schemas"]["ExclusiveRecord"][];
            /** @description The position as far as it was given. */
            fen: string;
            /**
             * Format: uint64
             * @description The number of the position in the input, from 0.
             */
            index: number;
            /** @description Who made the last move, where that is certain. */
            moved_last?: components["schemas"]["Turn"] | null;
            /**
             * Format: uint64
             * @description Positions looked at.
             */
            nodes: number;
            /** @description Where it was read: `stdin:3`, `file.pgn game 2`. */
            origin?: string | null;
            /** @description What follows if a side is to move, for each side that may be. */
            sides: components["schemas"]["RetroSide"][];
            /** @description Promotions and captures of White. */
            white: components["schemas"]["ArmyRecord"];
        };
        /** @description The past of a position with a side to move. */
        RetroSide: {
            /** @description Captures en passant that some last move would allow. */
            en_passant: components["schemas"]["EnPassantRecord"][];
            /** @description All moves that can have been the last one, and those that only seem so. */
            last_moves: components["schemas"]["LastMoveRecord"][];
            /** @description Whether this side can be to move. */
            possibility: components["schemas"]["Possibility"];
            /** @description Why not. */
            reasons?: components["schemas"]["Reason"][];
            /** @description Whether this is the starting position, before which there need not be a move. */
            start?: boolean;
            /** @description Who is to move; the other side moved last. */
            turn: components["schemas"]["Turn"];
        };
        /** @description Games to review.
         *
         *     ```
         *     use sissa::{Event, Review, Reviewed, Session};
         *     use sissa_record::Judgement;
         *
         *     let events = Review::new("1. f3 e5 2. g4 Qh4# 0-1").nodes(2000).run(&Session::new())?;
         *     let Event::Found(Reviewed::Game(game)) = &events[1] else { panic!("one game") };
         *     assert_eq!(game.moves[2].record.judgement, Judgement::Blunder);
         *     assert_eq!(game.moves[2].record.why[0].text, "it allows Qh4#");
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Review: {
            /**
             * Format: uint16
             * @description The rating to judge by, instead of the ratings that the games give.
             */
            elo?: number | null;
            /**
             * @description The games, as PGN, as moves or as records.
             * @default
             */
            input: string;
            /**
             * Format: uint
             * @description How many best lines for each move, 1 to 5; 1 if not given.
             */
            lines?: number | null;
            /**
             * Format: uint64
             * @description Positions that the engine looks at for each move; 100,000 if not given.
             */
            nodes?: number | null;
            /** @description A table of openings in Lichess' form, instead of the small one that comes with the program. */
            openings?: string | null;
            /** @description Only games of the player with this in his name, and only his moves; with a report at the end. */
            player?: string | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
            /**
             * @description A report over all games at the end: what comes again.
             * @default false
             */
            report: boolean;
            /** @description Only the moves of this side. */
            side?: components["schemas"]["SideName"] | null;
            /**
             * @description When a move is an inaccuracy, a mistake, a blunder: `sissa`, `lichess`, or three numbers of points such as `4,8,12`.
             * @default sissa
             */
            thresholds: string;
            /**
             * Format: uint64
             * @description So many puzzles at the end, of the motifs of the mistakes and at the players' level.
             */
            train?: number | null;
            /** @description A folder of imported games to look for those puzzles in; they are made if not given. */
            train_games?: string | null;
        };
        /** @description A game, reviewed. */
        ReviewGameRecord: {
            /** @description Black's name. */
            black?: string | null;
            /** @description Half-moves that mattered most, in order. */
            critical: number[];
            /**
             * Format: uint64
             * @description The number of the game in the input, from 1.
             */
            game: number;
            /**
             * Format: uint64
             * @description Positions that the engine looked at.
             */
            nodes: number;
            /** @description The opening. */
            opening?: components["schemas"]["OpeningRecord"] | null;
            /** @description The phases that the game had, in order. */
            phases: components["schemas"]["PhaseRecord"][];
            /**
             * Format: uint
             * @description Half-moves.
             */
            plies: number;
            /** @description How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`. */
            result: string;
            /** @description White and Black. */
            sides: components["schemas"]["ReviewSideRecord"][];
            /** @description White's name. */
            white?: string | null;
        };
        /** @description A move of a game, reviewed. */
        ReviewMoveRecord: {
            /** @description What should follow the move that was played, in UCI notation. */
            answer: string[];
            /** @description The best move, in UCI notation. */
            best?: string | null;
            /**
             * Format: double
             * @description Seconds on the player's clock after it.
             */
            clock?: number | null;
            /** @description Who played it. */
            color: components["schemas"]["Turn"];
            /** @description What the position after it is worth. */
            eval_after: string;
            /** @description What the position before it is worth, as PGN's `[%eval]` has it. */
            eval_before: string;
            /**
             * Format: double
             * @description Points of a hundred that these players lose by it on average.
             */
            expected_loss: number;
            /**
             * Format: double
             * @description The share of players of this rating who find the best move.
             */
            found_by?: number | null;
            /**
             * Format: uint64
             * @description The number of the game in the input, from 1.
             */
            game: number;
            /** @description What is said of it. */
            judgement: components["schemas"]["Judgement"];
            /** @description The best line, in UCI notation. */
            line: string[];
            /**
             * Format: double
             * @description Points of a hundred lost by Lichess' curve.
             */
            loss: number;
            /** @description The next best lines, where several were asked for. */
            others?: components["schemas"]["OtherLine"][];
            /** @description `opening`, `middlegame` or `endgame`. */
            phase: string;
            /**
             * Format: double
             * @description The share of players of this rating who play this move.
             */
            played_by?: number | null;
            /**
             * Format: uint
             * @description The number of the half-move, from 1.
             */
            ply: number;
            /** @description The move as people write it. */
            san: string;
            /**
             * Format: double
             * @description Seconds it took.
             */
            seconds?: number | null;
            /** @description How much it loses, where that is worth a word. */
            severity?: components["schemas"]["Severity"] | null;
            /** @description The move in UCI notation. */
            uci: string;
            /**
             * Format: double
             * @description White's chances in points of a hundred after it, by Lichess' curve.
             */
            white_chances: number;
            /**
             * Format: double
             * @description White's points of a hundred to expect after it, for these players.
             */
            white_expected: number;
            /** @description Why, each proven on a line of this record. */
            why: components["schemas"]["ReasonRecord"][];
        };
        /** @description Mistakes that come again, over many games. */
        ReviewReportRecord: {
            /**
             * Format: double
             * @description Mean accuracy by Lichess' formula.
             */
            accuracy_lichess: number;
            /** @description By the time left; empty without clocks. */
            clocks: components["schemas"]["RecurringRecord"][];
            /**
             * Format: double
             * @description Points of a hundred that a move loses on average.
             */
            expected_loss: number;
            /**
             * Format: uint64
             * @description Games reviewed.
             */
            games: number;
            /** @description How often each judgement was passed. */
            judgements: components["schemas"]["JudgementCount"][];
            /** @description By what happened, the costliest first. */
            motifs: components["schemas"]["RecurringRecord"][];
            /**
             * Format: uint64
             * @description Moves reviewed.
             */
            moves: number;
            /** @description By opening, the costliest first. */
            openings: components["schemas"]["RecurringRecord"][];
            /** @description By phase. */
            phases: components["schemas"]["RecurringRecord"][];
            /** @description Whose; everybody's where nobody was named. */
            player?: string | null;
            /** @description Won, drawn, lost, as far as that is known. */
            results: number[];
        };
        /** @description One player's part in a game. */
        ReviewSideRecord: {
            /**
             * Format: double
             * @description Accuracy by our expected points: 100 less what a move loses on average, times ten.
             */
            accuracy?: number | null;
            /**
             * Format: double
             * @description Accuracy by Lichess' formula, 0 to 100.
             */
            accuracy_lichess?: number | null;
            /**
             * Format: double
             * @description Hundredths of a pawn that a move loses on average, beyond ten pawns counted as ten.
             */
            centipawn_loss: number;
            /** @description Which side. */
            color: components["schemas"]["Turn"];
            /**
             * Format: uint16
             * @description The rating by which moves were judged.
             */
            elo?: number | null;
            /**
             * Format: double
             * @description Points of a hundred that a move loses on average, for these players.
             */
            expected_loss: number;
            /** @description How often each judgement was passed. */
            judgements: components["schemas"]["JudgementCount"][];
            /**
             * Format: double
             * @description How likely people of this rating would have played just so: the mean share of the moves played.
             */
            likeness?: number | null;
            /**
             * Format: uint
             * @description Moves played.
             */
            moves: number;
            /** @description The rating that the moves speak for, with its interval. */
            rating?: components["schemas"]["RatingEstimate"] | null;
            /** @description Half-moves played in time trouble, and how many of them were mistakes or worse; none without clocks. */
            time_trouble?: components["schemas"]["TimeTrouble"] | null;
        };
        /** @description Whether a rook may still castle. */
        RightRecord: {
            /** @description A game after which it is held, in UCI notation, where games were asked for. */
            moves?: string[];
            /** @description Whether it can be held. */
            possibility: components["schemas"]["Possibility"];
            /** @description Why not. */
            reasons?: components["schemas"]["Reason"][];
            /** @description As in FEN: `K`, `Q`, `k` or `q`. */
            right: string;
        };
        /** @description Learnt rules. */
        Rules: {
            /**
             * Format: uint64
             * @description Positions of random play whose moves were compared with the true ones.
             */
            compared: number;
            game: components["schemas"]["GameName"];
            /** @description Why it ended early, if it did. */
            halt?: string | null;
            /**
             * Format: uint64
             * @description Questions asked.
             */
            questions: number;
            /** Format: uint64 */
            seed: number;
            /** @description The rules as `sissa rules learn` prints them; `sissa rules test` reads this. */
            text: string;
            /** @description The same by topic. */
            topics: components["schemas"]["Topic"][];
            /**
             * Format: uint64
             * @description Those where they differed.
             */
            wrong: number;
        };
        /** @description Rules to learn. */
        RulesRequest: {
            /**
             * @description The game.
             * @default chess
             */
            game: components["schemas"]["GameName"];
            /**
             * Format: uint64
             * @description Most questions to the supervisor, up to a million.
             * @default 1000000
             */
            questions: number;
            /**
             * Format: uint64
             * @description The seed of all randomness.
             * @default 0
             */
            seed: number;
        };
        /** @description The answer of `prove`. */
        Ruling: "legal" | "illegal" | "none" | "undecided";
        /** @description What was asked for, so that the run can be repeated. */
        Run: {
            /** @description The subcommand: `generate`, `check`, `prove`, … */
            command: string;
            /** @description The constraint as it was written. */
            constraint?: string | null;
            /**
             * Format: uint64
             * @description How many positions were asked for.
             */
            count?: number | null;
            /**
             * Format: uint32
             * @description [`SCHEMA`].
             */
            schema: number;
            /**
             * Format: uint64
             * @description The seed of all randomness.
             */
            seed?: number | null;
            /**
             * Format: uint64
             * @description The index of the first position, when it is not 0.
             */
            skip?: number | null;
            /** @description The style of generation: `direct`, `neural`, `human`, `uniform`. */
            style?: string | null;
            /** @description Name and version of the program: `sissa 0.1.0`. */
            tool: string;
        };
        /** @description A search of the style neural. */
        SearchName: "thesis" | "improved";
        /** @description How much a move loses. */
        Severity: "inaccuracy" | "mistake" | "blunder";
        /** @description What to make of positions. */
        ShowFormat: "svg" | "png" | "html" | "pgn";
        /** @description Positions and games to draw. */
        ShowRequest: {
            /**
             * Format: uint32
             * @description Boards in a row, 1 to 6.
             * @default 3
             */
            columns: number;
            /**
             * @description The constraint that the positions were made for: below the heading, and a tag of PGN.
             * @default null
             */
            constraint: string | null;
            /**
             * @description Put Black at the bottom.
             * @default false
             */
            flip: boolean;
            /** @description What to make. */
            format: components["schemas"]["ShowFormat"];
            /** @description Each a FEN, EPD, PGN, a list of moves or a record; of a game the last position is drawn. */
            inputs: string[];
            /**
             * @description Squares to point out, such as `e4`.
             * @default []
             */
            marks: string[];
            /**
             * Format: uint32
             * @description Width of a board in a PNG, in pixels.
             * @default 400
             */
            size: number;
            /** @description Where a page shows the games. */
            solutions?: components["schemas"]["Place"];
            /**
             * @description The heading of a page.
             * @default null
             */
            title: string | null;
        };
        /** @description A side of the board. */
        SideName: "white" | "black";
        /** @description One side of a [`RatingRecord`]. */
        SideRating: {
            /**
             * Format: uint32
             * @description Moves that lost more than 15 hundredths.
             */
            blunders: number;
            /**
             * Format: uint16
             * @description The upper end.
             */
            high: number;
            /**
             * Format: double
             * @description Hundredths of the whole point lost by a move, on average.
             */
            lost: number;
            /**
             * Format: uint16
             * @description The lower end of the interval that holds nine players of ten.
             */
            low: number;
            /**
             * Format: uint32
             * @description Moves that it comes from.
             */
            moves: number;
            /**
             * Format: uint16
             * @description The estimate.
             */
            rating: number;
        };
        /** @description What is nearest to a game or to a position among imported games. Moves or PGN ask for games, a FEN for positions.
         *
         *     ```
         *     use sissa::{Import, Likeness, Session, Similar};
         *     # let folder = std::env::temp_dir().join(format!("sissa-similar-doc-{}", std::process::id()));
         *     # let file = folder.with_extension("pgn");
         *     # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
         *     let session = Session::new().files(|name| std::fs::read(name));
         *     Import::new([&file]).output(&folder).run(&session)?;
         *
         *     let found = Similar::new("1. f3 e6 2. g4").games(&folder).run(&session)?;
         *     let Some(Likeness::Games(nearest)) = found else { panic!("games") };
         *     assert_eq!(nearest.games[0].header.info.plies, 4);
         *     # std::fs::remove_dir_all(&folder).unwrap();
         *     # std::fs::remove_file(&file).unwrap();
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Similar: {
            /** @description Only games with a position, or only positions, that satisfy this. */
            constraint?: string | null;
            /**
             * Format: uint64
             * @description How many.
             * @default 10
             */
            count: number;
            /** @description What makes games alike: `moves` if not given. Positions are compared by the facts they share. */
            distance?: components["schemas"]["Distance"] | null;
            /**
             * @description The game as PGN, moves or `source#number`, or a position as FEN.
             * @default
             */
            game: string;
            /**
             * @description The folder of imported games.
             * @default games
             */
            games: string;
            /** @description Which half-moves of games count, such as `1..20` for openings; all if not given. */
            plies?: string | null;
        };
        /** @description A position of a real game that is like another. */
        SimilarPositionRecord: {
            /** @description What only the position found has. */
            added: string[];
            /**
             * Format: uint32
             * @description The weight of the facts that only one of the two positions has.
             */
            distance: number;
            /** @description The position. */
            fen: string;
            /** @description The first game of the folder in which it stands. */
            game: components["schemas"]["GameInfo"];
            /**
             * Format: uint64
             * @description In how many games it stands.
             */
            games: number;
            /**
             * Format: double
             * @description The weight of the facts that both have, as a share of the weight of all.
             */
            likeness: number;
            /** @description What only the position asked about has. */
            missing: string[];
            /**
             * Format: uint
             * @description Half-moves of the game before it.
             */
            ply: number;
            /**
             * Format: uint64
             * @description 1 for the nearest.
             */
            rank: number;
            /** @description What both positions have in common, in words. */
            shared: string[];
        };
        /** @description A real game that is like another. */
        SimilarRecord: {
            /**
             * Format: double
             * @description How far it is from the game asked about.
             */
            distance: number;
            /** @description The game. */
            game: components["schemas"]["GameInfo"];
            /** @description Its moves in UCI notation. */
            moves: string[];
            /**
             * Format: uint64
             * @description 1 for the nearest.
             */
            rank: number;
            /** @description Where it starts, when that is not the starting position. */
            start_fen?: string | null;
        };
        /** @description Where games are played: each site has its own scale of ratings. */
        SiteName: "lichess" | "chesscom" | "fics" | "board";
        /** @description The solution of a problem. */
        SolutionRecord: {
            /** @description Whether this is everything; else the budget ended, or there were more lines than are told. */
            complete: boolean;
            /** @description Whether the problem is cooked: more than one key. In help play several lines may be meant, so nothing is said. */
            cooked?: boolean | null;
            /**
             * Format: uint64
             * @description How many variations after the keys have more than one answer.
             */
            duals: number;
            /** @description The position, with what the input left open filled in. */
            fen: string;
            /** @description The name it came with. */
            id?: string | null;
            /**
             * Format: uint64
             * @description The number of the position in the input, from 0.
             */
            index: number;
            /** @description First moves that reach the goal. */
            keys?: components["schemas"]["AttackRecord"][];
            /** @description Help play: all lines. */
            lines?: components["schemas"]["HelpLine"][];
            /**
             * Format: uint64
             * @description Positions looked at.
             */
            nodes: number;
            /** @description Where it was read: `stdin:3`, `file.pgn game 2`. */
            origin?: string | null;
            /** @description Help play: all lines that begin half a move later. */
            set_lines?: components["schemas"]["HelpLine"][];
            /** @description What would happen if the other side began. */
            set_play?: components["schemas"]["DefenceRecord"][];
            /** @description What was asked for: `#2`, `h#2.5`, `s#3`, `=4`. */
            stipulation: string;
            /** @description First moves that nearly do, where they were asked for. */
            tries?: components["schemas"]["TryRecord"][];
            /** @description The answer. */
            verdict: components["schemas"]["SolutionVerdict"];
        };
        /** @description The answer of `solve`. */
        SolutionVerdict: "solved" | "none" | "undecided";
        /** @description Problems to solve.
         *
         *     ```
         *     use sissa::{Event, Knight, Session, Solve};
         *
         *     let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
         *     let events = Solve::new(morphy, "#2").run(&Session::new())?;
         *     let Event::Found(solved) = &events[1] else { panic!("one solution") };
         *     assert!(solved.lines(Knight::N).contains(&"1.Ra6! (zugzwang)".to_owned()));
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Solve: {
            /**
             * @description Everything: tries, all variations to their ends, and every line of help play.
             * @default false
             */
            all: boolean;
            /**
             * Format: uint32
             * @description How many moves are written out after the first; 2 if not given, 3 in selfmates.
             */
            depth?: number | null;
            /**
             * @description FEN, EPD, PGN, lists of moves or records; of a game the last position counts.
             * @default
             */
            input: string;
            /**
             * @description Leave out what would happen if the other side began.
             * @default false
             */
            no_set_play: boolean;
            /**
             * Format: uint64
             * @description Most positions looked at for one problem; unlike time, this repeats.
             */
            nodes?: number | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
            /** @description What is asked for, as problemists write it: `#2`, `s#3`, `h#2.5`, `=4`. Without it the `dm` of EPD counts. */
            stipulation?: string | null;
            /**
             * Format: double
             * @description Longest time for one problem, in seconds.
             */
            timeout?: number | null;
            /**
             * Format: double
             * @description Longest time for the whole request, in seconds.
             */
            total_timeout?: number | null;
            /**
             * Format: uint
             * @description Also first moves that so many defences at most refute; 0, the default: no tries.
             * @default 0
             */
            tries: number;
        };
        /** @description A stretch of a text, in UTF-16 units: the offsets of a browser's strings. */
        Span: {
            /**
             * Format: uint
             * @description The one after the last.
             */
            end: number;
            /**
             * Format: uint
             * @description The first unit.
             */
            start: number;
        };
        /** @description How positions are made. In JSON a name, or an object with the name and the style's options:
         *     `"uniform"`, `{"name": "human", "elo": "1400..1600"}`. */
        Style: components["schemas"]["Name"] | components["schemas"]["Named"];
        /** @description What came of a run. */
        Summary: {
            /**
             * Format: uint8
             * @description The exit code of the program.
             */
            exit: number;
            /**
             * Format: uint64
             * @description Of puzzles: how many first moves were right.
             */
            first?: number | null;
            /**
             * Format: uint64
             * @description In real games: how many games the positions are from.
             */
            games?: number | null;
            /**
             * Format: double
             * @description The mean length of the games; `null` without games.
             */
            mean_plies?: number | null;
            /**
             * Format: double
             * @description The median length of the games; `null` without games.
             */
            median_plies?: number | null;
            /**
             * Format: uint64
             * @description How many were made.
             */
            produced: number;
            /**
             * Format: uint64
             * @description In the style human: how many of the games the style direct had to finish.
             */
            repaired?: number | null;
            /**
             * Format: uint64
             * @description How many positions were asked for.
             */
            requested: number;
            /**
             * Format: uint64
             * @description How many satisfy the constraint.
             */
            satisfied: number;
            /** @description Measures of the batch, where they were asked for. */
            stats?: components["schemas"]["Measures"] | null;
            /**
             * Format: uint64
             * @description How many of them are different.
             */
            unique: number;
            /**
             * Format: uint64
             * @description Of puzzles: how many whole solutions were right.
             */
            whole?: number | null;
        };
        /** @description Puzzles to tag.
         *
         *     ```
         *     use sissa::{Event, Session, TagPuzzles};
         *
         *     let back_rank = "PuzzleId,FEN,Moves\ny,6k1/4pppp/8/8/8/8/8/R5K1 b - - 0 1,e7e6 a1a8\n";
         *     let events = TagPuzzles::new(back_rank).run(&Session::new())?;
         *     let Event::Found(tagged) = &events[1] else { panic!("one puzzle") };
         *     assert!(tagged.record.themes.contains(&"backRankMate".to_owned()) && tagged.record.certified);
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        TagPuzzles: {
            /**
             * @description Lichess' CSV, records, FEN, EPD or PGN.
             * @default
             */
            input: string;
            /**
             * @description Refuse puzzles without the opponent's move before them: Lichess' CSV has no room for such.
             * @default false
             */
            led: boolean;
            /**
             * Format: uint64
             * @description Positions for each judgement. Where a puzzle has no solution, one is found with so many a move (100,000 if not given). Where
             *     given, themes that need a judgement are told too: `advantage`, `crushing`, `equality`, `zugzwang`.
             */
            nodes?: number | null;
            /**
             * @description Also tell how far it is, where records are streamed.
             * @default false
             */
            progress: boolean;
        };
        /** @description Something that is threatened. */
        ThreatAdvice: {
            /** @description The move, as people write it. */
            san: string;
            /** @description What it does. */
            why: components["schemas"]["ReasonRecord"][];
        };
        /** @description What is in danger, by the colour of the men. */
        ThreatRecord: {
            /** @description Black's men. */
            black: components["schemas"]["Danger"];
            /** @description White's men. */
            white: components["schemas"]["Danger"];
        };
        /** @description A game whose last position is looked at.
         *
         *     ```
         *     let threats = sissa::Threats::new("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").run()?;
         *     assert_eq!(threats.black.hanging, ["d5"]);
         *     # Ok::<_, sissa::Problem>(())
         *     ``` */
        Threats: {
            /**
             * @description The moves since, in UCI notation.
             * @default []
             */
            moves: string[];
            /** @description Where the game starts, as FEN; the starting position where it is left out. */
            start_fen?: string | null;
        };
        /** @description Moves in time trouble. */
        TimeTrouble: {
            /**
             * Format: uint
             * @description Mistakes and worse among them.
             */
            mistakes: number;
            /**
             * Format: uint
             * @description Moves.
             */
            moves: number;
        };
        /** @description Questions about one thing. */
        Topic: {
            /** Format: uint64 */
            questions: number;
            topic: string;
        };
        /** @description A first move that nearly works. */
        TryRecord: {
            /** @description The defences that do not. */
            defences?: components["schemas"]["DefenceRecord"][];
            /** @description In UCI notation. */
            move: string;
            /** @description The defences that refute it, in standard algebraic notation. */
            refutations: string[];
            /** @description In standard algebraic notation. */
            san: string;
            /** @description What would work if the defender could pass. */
            threats?: components["schemas"]["AttackRecord"][];
        };
        /** @description Who is to move. */
        Turn: "white" | "black";
        /** @description When two positions are the same. */
        UniqueName: "exact" | "mirror";
        /** @description Whether a position can come about, with the game or the reasons. */
        Verdict: {
            /** @description The position as it was given. */
            fen: string;
            /**
             * Format: uint64
             * @description The number of the position in the input, from 0.
             */
            index?: number | null;
            /** @description Where to look at the game. */
            links?: components["schemas"]["Links"] | null;
            /**
             * @description The game in UCI notation; empty when there is none.
             * @default []
             */
            moves: string[];
            /** @description The game in standard algebraic notation. */
            movetext?: string | null;
            /**
             * Format: uint64
             * @description How many search nodes it took.
             */
            nodes?: number | null;
            /** @description Where it was read: `stdin:3`, `file.pgn game 2`. */
            origin?: string | null;
            /**
             * Format: uint
             * @description The length of the game, when there is one.
             */
            plies?: number | null;
            /**
             * @description Why the position is illegal.
             * @default []
             */
            reasons: components["schemas"]["Reason"][];
            /** @description Whether no shorter game reaches the position. */
            shortest?: boolean | null;
            /** @description The answer. */
            verdict: components["schemas"]["Ruling"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    advise: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Advise"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdviceRecord"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    analyse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Analyse"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["AnalysisRecord"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Check"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    explain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Explain"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Find"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    generate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Generate"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    info: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Info"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    play: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Play"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayAnswer"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    presets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetRecord"][];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    prove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Prove"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    puzzles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakePuzzles"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    report: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Report"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    retro: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Retro"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    review: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Review"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    rules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RulesRequest"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["LearningEvent"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    schema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShowRequest"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-chess-pgn": unknown;
                    "image/png": unknown;
                    "image/svg+xml": unknown;
                    "text/html": unknown;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    similar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Similar"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    solve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Solve"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    tag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagPuzzles"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["Line"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    threats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Threats"];
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreatRecord"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    words: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
}
