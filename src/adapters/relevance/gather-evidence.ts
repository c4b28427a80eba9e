import {
  type ActiveWork,
  type EvidenceHit,
  findNumberedHits,
  type LinkEdge,
  type LinkGraph,
  type RelevanceEvidence,
  rankCompanions,
  selectTerms,
  type TextQuery,
  type WeightedTerm,
  walkLinks,
  weighTerms,
} from '../../core/relevance/index.ts'
import type { DocumentRow, DocumentTable } from './document-table.ts'

/** Weights for FTS5's bm25: titles count most, then headings. */
const columnWeights = '6.0, 3.0, 1.0'
/** Beyond this, differences between ranks do not matter. */
const maxHits = 200
/** A key that more documents match identifies none of them. */
const maxNamed = 8

export interface GatheredEvidence {
  readonly evidence: RelevanceEvidence
  readonly terms: readonly WeightedTerm[]
}

/** Collects everything that the index knows about the current work, as of one moment. */
export function gatherEvidence(
  table: DocumentTable,
  active: ActiveWork,
  rows: ReadonlyMap<string, DocumentRow>,
): GatheredEvidence {
  const own = new Set(active.documents.map(({ path }) => path))
  const isOther = ({ path }: EvidenceHit) => !own.has(path) && rows.get(path)?.held === true
  const terms = selectQueryTerms(table, active, rows)
  const { links, steps } = walkLinks(active.documents, makeGraph(table))
  const evidence = {
    links: links.filter(isOther),
    steps: steps.filter(isOther),
    terms: findByTerms(table, terms, own.size).filter(isOther),
    changes: findChangedWith(table, [...own]).filter(isOther),
  }
  return { evidence, terms }
}

/** Finds documents that contain the words of a query or are named in it. Words that no document contains are tried as prefixes. */
export function searchEvidence(
  table: DocumentTable,
  query: TextQuery,
  rows: ReadonlyMap<string, DocumentRow>,
): GatheredEvidence {
  const hasText = ({ path }: EvidenceHit) => rows.get(path)?.held === true
  const terms = weighTerms(query.terms, { documents: rows.size, of: (term) => frequency(table, term) })
  const exact = findByTerms(table, terms, 0)
  const named = makeGraph(table)
    .named(query.keys)
    .map(({ path }): EvidenceHit => ({ path, score: 2, reasons: ['is named in the query'] }))
  const known = new Set(named.map(({ path }) => path))
  const numbered = findNumberedHits(query, rows.keys()).filter(({ path }) => !known.has(path))
  const evidence = {
    links: [...new Map([...named, ...numbered].map((hit) => [hit.path, hit])).values()].filter(hasText),
    steps: [],
    terms: (exact.length > 0 ? exact : findByTerms(table, terms, 0, '*')).filter(hasText),
    changes: [],
  }
  return { evidence, terms }
}

function frequency(table: DocumentTable, term: string): number {
  return Number(table.get('SELECT documents FROM frequencies WHERE term = ?', term)?.documents ?? 0)
}

function selectQueryTerms(
  table: DocumentTable,
  active: ActiveWork,
  rows: ReadonlyMap<string, DocumentRow>,
): WeightedTerm[] {
  const among = active.documents.filter(({ path }) => rows.get(path)?.held === true)
  let documents = 0
  for (const { held } of rows.values()) if (held) documents++
  return selectTerms(active.weights, {
    documents,
    countDocuments: (term) => frequency(table, term),
    countActiveDocuments: (term) => among.filter(({ terms }) => terms.has(term)).length,
  })
}

/** With a star, words that start with a term count too. */
function findByTerms(
  table: DocumentTable,
  terms: readonly WeightedTerm[],
  own: number,
  star: '' | '*' = '',
): EvidenceHit[] {
  if (terms.length === 0) return []
  // FTS5 adds up scores in the order of the terms, so the order is always the same.
  const match = terms
    .map(({ term }) => `"${term}"${star}`)
    .sort()
    .join(' OR ')
  const sql = `
    SELECT documents.path AS path, -bm25(terms, ${columnWeights}) AS score
    FROM terms JOIN documents ON documents.id = terms.rowid
    WHERE terms MATCH ? ORDER BY score DESC, path LIMIT ?`
  return table.all(sql, match, maxHits + own).map((row) => ({
    path: String(row.path),
    score: Number(row.score),
    reasons: [],
  }))
}

function findChangedWith(table: DocumentTable, paths: readonly string[]): EvidenceHit[] {
  const list = JSON.stringify(paths)
  const sql = `
    WITH active AS (SELECT value FROM json_each(?)),
      turns AS (SELECT DISTINCT turn FROM changes WHERE path IN active)
    SELECT path, count(*) AS together, (SELECT count(*) FROM changes AS every WHERE every.path = changes.path) AS "all"
    FROM changes WHERE turn IN turns AND path NOT IN active GROUP BY path`
  return rankCompanions(
    table.all(sql, list).map((row) => ({
      path: String(row.path),
      together: Number(row.together),
      all: Number(row.all),
    })),
  )
}

function makeGraph(table: DocumentTable): LinkGraph {
  return {
    named(keys) {
      const sql = `SELECT path, key FROM keys JOIN documents ON documents.id = keys.document WHERE key = ? LIMIT ${maxNamed + 1}`
      return keys.flatMap((key) => {
        const rows = table.all(sql, key)
        return rows.length > maxNamed ? [] : rows.map(({ path }) => ({ path: String(path), key }))
      })
    },
    naming(keys) {
      const sql = 'SELECT path, under FROM refs JOIN documents ON documents.id = refs.document WHERE key = ?'
      return keys.flatMap((key) =>
        table.all(sql, key).map(({ path, under }) => ({ path: String(path), under: String(under) })),
      )
    },
    around: (path) => listEdges(table, path),
  }
}

function listEdges(table: DocumentTable, path: string): LinkEdge[] {
  const to = `
    SELECT documents.path AS path, refs.under AS under FROM documents AS middle
    JOIN refs ON refs.document = middle.id JOIN keys ON keys.key = refs.key JOIN documents ON documents.id = keys.document
    WHERE middle.path = ?1 AND documents.path <> ?1
      AND (SELECT count(*) FROM keys AS same WHERE same.key = refs.key) <= ${maxNamed}`
  const from = `
    SELECT documents.path AS path, refs.under AS under FROM documents AS middle
    JOIN keys ON keys.document = middle.id JOIN refs ON refs.key = keys.key JOIN documents ON documents.id = refs.document
    WHERE middle.path = ?1 AND documents.path <> ?1`
  const edges = (sql: string, way: LinkEdge['way']) =>
    table.all(sql, path).map((row): LinkEdge => ({ path: String(row.path), way, under: String(row.under) }))
  return [...edges(to, 'to'), ...edges(from, 'from')]
}
