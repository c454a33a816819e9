-- House rules that a server keeps by name.
-- Why: what a server likes to play is said once and chosen by its name. A table keeps the rules themselves, so
-- nothing here is part of a record.

CREATE TABLE house_rules (
    guild_id    INTEGER NOT NULL,
    game        TEXT NOT NULL CHECK (game <> ''),
    folded      TEXT NOT NULL CHECK (folded <> ''),  -- the name without regard to case
    name        TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 32),
    rules       TEXT NOT NULL CHECK (rules <> ''),   -- as a record's Rules line has them
    saved_by    INTEGER NOT NULL,
    saved_at_ms INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, folded)
) STRICT, WITHOUT ROWID;
