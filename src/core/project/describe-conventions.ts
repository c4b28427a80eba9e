import { isNoiseHeading } from '../document/index.ts'
import { addressesAgents } from './addresses-agents.ts'
import { findDocuments, isNoise, type ProjectDocument } from './documents.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'
import { splitSentences } from './prose.ts'
import { describeStyleFiles } from './style-files.ts'

const maxSentences = 24
/** Below this a sentence is more often an explanation than a rule. */
const minValue = 2
const maxSentenceCharacters = 260

/** The subjects of rules. Sentences of different topics are worth more together than many of one. */
const topics: readonly (readonly [string, RegExp])[] = [
  ['ai', /\b(?:AI|LLMs?|agents?|automated|copilot|machine[- ]generated)\b/],
  [
    'acceptance',
    /not (?:currently )?accept|will be closed|maintenance mode|only (?:be )?(?:accept|correct|merge)|feature freeze|out of scope|not our intention|reject|external library/i,
  ],
  ['generated', /generated|do not edit|don't edit|by hand|snapshot/i],
  ['changelog', /change ?log|changeset|CHANGES|release notes?|history\.md|news fragment|unreleased/i],
  ['commits', /commit|PR title|pull request title|squash|\brebas|sign[- ]?off|DCO/i],
  ['legal', /licen[cs]e agreement|\bCLA\b|copyright/i],
  ['branch', /\bbranch(?:es)?\b|base your|targets? the/i],
  ['api', /public API|backwards?[- ]compatib|breaking|semver|semantic version|deprecat|MSRV|stable/i],
  ['tests', /\btests?\b|coverage|\bspec\b/i],
  [
    'style',
    /style|indent|format|lint|naming|snake_case|camelCase|tabs?\b|spaces|line length|characters|wrap|imports?|comments?|assert/i,
  ],
  ['dependencies', /dependenc/i],
  ['docs', /document|docs\b|javadoc|docstring/i],
]

const strong =
  /\b(?:must|never|always|do not|don't|required?|cannot|can't|only|mandatory|not accept\w*|will be closed|shall|forbidden|no longer|every|ban(?:ned)?)\b/i
/** Words that state a rule in any place. The other strong words also praise: "only 2 lines of code", "requires only". */
const strict =
  /\b(?:must|never|always|do not|don't|mandatory|not (?:currently )?accept\w*|will be closed|shall|forbidden|no longer|generated|banned)\b/i
const soft =
  /\b(?:should|please|make sure|ensure|avoid|need to|needs|prefer|follow|before|use|run|add|update|keep|instead of|limited|disclose|prefix|follows?|belongs?|targets?|write|mark)\b/i
const weak =
  /\b(?:thank|welcome|excited|appreciate|happy|feel free|worry|git (?:commit|push|checkout|add|clone|remote)|applicable law|warranties|staging|great|awesome|we love|bug report|reproduc|search (?:the )?(?:existing )?issues|issue tracker|question|star|maintainers? (?:will|can|may)|release manager|npm publish|fork the|clone|stack trace|screenshots?|vulnerabilit|community|click|download|review(?:ers?|ing|s)?|nits?|feedback|intimidate|guidance|discussion|typo|translat(?:e[ds]?|ions?|ing|ors?))\b/i

/** Sentences that say nothing without the one before. */
const leansBack =
  /^(?:this|these|they|those|it|that|such|here|note that|in exchange|however|also|once|after that|although|then|but|and|so|for example|otherwise)\b/i

interface Rule extends ProjectLine {
  readonly score: number
  readonly topic: string
  /** Position in the documents. */
  readonly at: number
}

/** The rules that documents for contributors state, the strictest first, then files that fix a style. */
export function describeConventions(files: ProjectFiles): ProjectLine[] {
  const documents = findDocuments(files)
  const general = documents.filter(({ appliesTo }) => appliesTo === '')
  const rules = general.flatMap((document, index) => readRules(document, index))
  return [...selectRules(rules), ...documents.flatMap(describeScope), ...describeStyleFiles(files)]
}

const maxAboutCharacters = 140

/** Rules for some files matter only to work on these, so their document is named instead of quoted. */
function describeScope({ path, appliesTo, about }: ProjectDocument): ProjectLine[] {
  if (appliesTo === '') return []
  const isPlain = about !== '' && about.length <= maxAboutCharacters
  const text = isPlain && !isNoise(about) && !addressesAgents(about) ? about : `rules in ${path}`
  return [{ text: `- For ${appliesTo}: ${text}`, path }]
}

const roleScores: Readonly<Record<ProjectDocument['role'], number>> = {
  policy: 3,
  agents: 2,
  contributing: 2,
  'pull-request': 2,
  style: 1,
  instructions: 1,
  readme: 0,
}

function readRules({ path, role, blocks }: ProjectDocument, index: number): Rule[] {
  const rules: Rule[] = []
  for (const [at, { kind, text, under, quoted }] of blocks.entries()) {
    if (kind === 'code' || kind === 'heading' || isNoiseHeading(under) || addressesAgents(text)) continue
    const inPlace =
      quoted === true ||
      /contribut|develop|pull request|guideline|policy|style|convention|commit|branch|status|maintenance|stabil|version|before|breaking|caution|warning|important/i.test(
        under,
      )
    for (const sentence of splitSentences(text)) {
      const base = scoreSentence(sentence)
      if (base <= 0 || (role === 'readme' && !inPlace && (base < 4 || !strict.test(sentence)))) continue
      const score = base + roleScores[role] + (inPlace ? 1 : 0)
      rules.push({
        text: `- ${sentence}`,
        path,
        score,
        topic: findTopic(sentence, under),
        at: index * 10_000 + at,
      })
    }
  }
  return rules
}

function findTopic(sentence: string, under: string): string {
  return (
    topics.find(([, words]) => words.test(sentence))?.[0] ??
    topics.find(([, words]) => words.test(under))?.[0] ??
    ''
  )
}

/** Above 0 for a sentence that states a rule about work on the project. */
function scoreSentence(sentence: string): number {
  if (sentence.length < 20 || sentence.length > maxSentenceCharacters || /\?$/.test(sentence)) return 0
  // The list that it leads to is not quoted with it.
  if (/(?:following|\bof):$/.test(sentence) || (/:$/.test(sentence) && !strong.test(sentence))) return 0
  if (isNoise(sentence) || /https?:\/\//.test(sentence)) return 0
  const about = topics.find(([, words]) => words.test(sentence))
  let score = strong.test(sentence) ? 3 : soft.test(sentence) ? 1.5 : 0
  if (about !== undefined)
    score += ['ai', 'acceptance', 'generated', 'changelog', 'commits', 'legal'].includes(about[0]) ? 2 : 1
  if (/`[^`]+`/.test(sentence)) score += 0.5
  // Policies on AI and on what is accepted speak of reviewers and typos, too.
  if (weak.test(sentence) && about?.[0] !== 'ai' && about?.[0] !== 'acceptance') score -= 2.5
  if (leansBack.test(sentence)) score -= 1.5
  if (sentence.length > 180) score -= 0.7
  return about === undefined ? score - 1 : score
}

/** Takes the best sentence again and again; each further one of the same topic or file counts less. */
function selectRules(rules: readonly Rule[]): ProjectLine[] {
  const left = [...rules]
  const chosen: Rule[] = []
  const value = (rule: Rule) => rule.score - 1.1 * chosen.filter(({ topic }) => topic === rule.topic).length
  while (chosen.length < maxSentences && left.length > 0) {
    const best = left.reduce((a, b) => (value(b) > value(a) ? b : a))
    if (value(best) < minValue) break
    left.splice(left.indexOf(best), 1)
    if (!chosen.some(({ text }) => text === best.text)) chosen.push(best)
  }
  return chosen.map(({ text, path }) => ({ text, path }))
}
