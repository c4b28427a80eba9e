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

/** Titles say most, then headings: as FTS5's bm25 takes them. */
const columnWeights = '6.0, 3.0, 1.0'
/** Beyond it, ranks no longer differ by anything that matters. */
const maxHits = 200
/** A key that more documents answer to tells none of them. */
const maxNamed = 8

export interface GatheredEvidence {
  readonly evidence: RelevanceEvidence
  readonly terms: readonly WeightedTerm[]
}

/** All that the index knows about the work at hand, looked up at one moment. */
export function gatherEvidence(
  shelf: DocumentTable,
  active: ActiveWork,
  spines: ReadonlyMap<string, DocumentRow>,
): GatheredEvidence {
  const own = new Set(active.documents.map(({ path }) => path))
  const isOther = ({ path }: EvidenceHit) => !own.has(path) && spines.get(path)?.held === true
  const terms = termsToAsk(shelf, active, spines)
  const { links, steps } = walkLinks(active.documents, graphOf(shelf))
  const evidence = {
    links: links.filter(isOther),
    steps: steps.filter(isOther),
    terms: byTerms(shelf, terms, own.size).filter(isOther),
    changes: changedWith(shelf, [...own]).filter(isOther),
  }
  return { evidence, terms }
}

/** What holds the words of a query, or is named in it. Words that no document has are tried as beginnings of longer ones. */
export function searchEvidence(
  shelf: DocumentTable,
  query: TextQuery,
  spines: ReadonlyMap<string, DocumentRow>,
): GatheredEvidence {
  const isHeld = ({ path }: EvidenceHit) => spines.get(path)?.held === true
  const terms = weighTerms(query.terms, { documents: spines.size, of: (term) => frequency(shelf, term) })
  const exact = byTerms(shelf, terms, 0)
  const named = graphOf(shelf)
    .named(query.keys)
    .map(({ path }): EvidenceHit => ({ path, score: 2, reasons: ['is named in the query'] }))
  const known = new Set(named.map(({ path }) => path))
  const numbered = findNumberedHits(query, spines.keys()).filter(({ path }) => !known.has(path))
  const evidence = {
    links: [...new Map([...named, ...numbered].map((hit) => [hit.path, hit])).values()].filter(isHeld),
    steps: [],
    terms: (exact.length > 0 ? exact : byTerms(shelf, terms, 0, '*')).filter(isHeld),
    changes: [],
  }
  return { evidence, terms }
}

function frequency(shelf: DocumentTable, term: string): number {
  return Number(shelf.get('SELECT documents FROM frequencies WHERE term = ?', term)?.documents ?? 0)
}

function termsToAsk(
  shelf: DocumentTable,
  active: ActiveWork,
  spines: ReadonlyMap<string, DocumentRow>,
): WeightedTerm[] {
  const among = active.documents.filter(({ path }) => spines.get(path)?.held === true)
  let documents = 0
  for (const { held } of spines.values()) if (held) documents++
  return selectTerms(active.weights, {
    documents,
    of: (term) => frequency(shelf, term),
    ofActive: (term) => among.filter(({ terms }) => terms.has(term)).length,
  })
}

/** With a star: words that begin with a term count too. */
function byTerms(
  shelf: DocumentTable,
  terms: readonly WeightedTerm[],
  own: number,
  star: '' | '*' = '',
): EvidenceHit[] {
  if (terms.length === 0) return []
  // Sums are made in the order of the question, so it is always the same.
  const question = terms
    .map(({ term }) => `"${term}"${star}`)
    .sort()
    .join(' OR ')
  const sql = `
    SELECT documents.path AS path, -bm25(terms, ${columnWeights}) AS score
    FROM terms JOIN documents ON documents.id = terms.rowid
    WHERE terms MATCH ? ORDER BY score DESC, path LIMIT ?`
  return shelf.all(sql, question, maxHits + own).map((row) => ({
    path: String(row.path),
    score: Number(row.score),
    reasons: [],
  }))
}

function changedWith(shelf: DocumentTable, paths: readonly string[]): EvidenceHit[] {
  const list = JSON.stringify(paths)
  const sql = `
    WITH active AS (SELECT value FROM json_each(?)),
      turns AS (SELECT DISTINCT turn FROM changes WHERE path IN active)
    SELECT path, count(*) AS together, (SELECT count(*) FROM changes AS every WHERE every.path = changes.path) AS "all"
    FROM changes WHERE turn IN turns AND path NOT IN active GROUP BY path`
  return rankCompanions(
    shelf.all(sql, list).map((row) => ({
      path: String(row.path),
      together: Number(row.together),
      all: Number(row.all),
    })),
  )
}

function graphOf(shelf: DocumentTable): LinkGraph {
  return {
    named(keys) {
      const sql = `SELECT path, key FROM keys JOIN documents ON documents.id = keys.document WHERE key = ? LIMIT ${maxNamed + 1}`
      return keys.flatMap((key) => {
        const rows = shelf.all(sql, key)
        return rows.length > maxNamed ? [] : rows.map(({ path }) => ({ path: String(path), key }))
      })
    },
    naming(keys) {
      const sql = 'SELECT path, under FROM refs JOIN documents ON documents.id = refs.document WHERE key = ?'
      return keys.flatMap((key) =>
        shelf.all(sql, key).map(({ path, under }) => ({ path: String(path), under: String(under) })),
      )
    },
    around: (path) => edgesOf(shelf, path),
  }
}

function edgesOf(shelf: DocumentTable, path: string): LinkEdge[] {
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
    shelf.all(sql, path).map((row): LinkEdge => ({ path: String(row.path), way, under: String(row.under) }))
  return [...edges(to, 'to'), ...edges(from, 'from')]
}
