import { analysisVersion } from '../../core/relevance/index.ts'

/** `fwrx`: identifies our files. */
export const indexApplicationId = 0x66777278

/** An index of another version is built again, so there are no migrations. */
const schemaVersion = 1
export const indexVersion = schemaVersion * 10_000 + analysisVersion

/**
 * The terms of a document are not stored twice: when it changes, they are computed again from the stored text and deleted.
 * (FTS5 offers `contentless_delete`, but it still counts deleted documents, so ranks would depend on the past.) The number of
 * documents per term is stored too, because fts5vocab would count them again for each query.
 */
export const indexSchema = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  INSERT INTO facts VALUES ('generation', '0');
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    stamp TEXT,
    digest TEXT NOT NULL,
    modified_at TEXT NOT NULL,
    held INTEGER NOT NULL
  );
  CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE keys (key TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (key, document)) WITHOUT ROWID;
  CREATE INDEX keys_of ON keys (document);
  CREATE TABLE refs (
    key TEXT NOT NULL,
    document INTEGER NOT NULL,
    under TEXT NOT NULL,
    PRIMARY KEY (key, document)
  ) WITHOUT ROWID;
  CREATE INDEX refs_of ON refs (document);
  CREATE TABLE changes (path TEXT NOT NULL, turn INTEGER NOT NULL, PRIMARY KEY (path, turn)) WITHOUT ROWID;
  CREATE INDEX changes_in ON changes (turn);
  CREATE VIRTUAL TABLE terms USING fts5 (
    title, headings, body, content = '',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
  );
  CREATE TABLE frequencies (term TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA application_id = ${indexApplicationId};
  PRAGMA user_version = ${indexVersion};
`
