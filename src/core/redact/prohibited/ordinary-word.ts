// Tells a value from the words of a sentence: "the password is required" reveals nothing, "the password is hunter2" does.

const ordinaryWordList = `a about absent accepted after again all allowed also always an and any anywhere are as at bad be because been before being
below between blank both but by can case changed checked clear common complex correct correctly current currently data default
different done down due each easy either email empty enough entered entry even everywhere expired fail fails false field fine flag
for form free from fully given gone good guessable had handled has hash have hashed he held her here hidden his how if ignored
important in incorrect insecure inside instead into invalid is issue it its just kept key known last lax leaked left less like
local locked login long longer lost made mandatory manager masked may me might missing more most must my name necessary needed
never new nil no none nor not nothing now null of off ok okay old on once one only open option optional or other our out
outdated over own page plain policy present private prompt protected public quite rather ready redacted required reset right
safe safely salt same screen secret secure securely seen sensitive sent set she short should shown so some soon still stored
string strong strict such sure text than that the their them then there these they this those through to today tomorrow too true
typed under undefined unique unknown unless unset unsafe until up upon us used user username valid value very via visible was we
weak weaker well were what when where whether which while who whose why will with within without wrong yes yesterday yet you your
argument parameter variable jwt uuid oauth token vault env stdin file string number integer boolean bool object array bytes
characters chars words digits days hours here elsewhere ours yours mine theirs pending compromised rotten stale fresh shared
asked obsolete deprecated confidential personal temporary permanent readable writable plaintext cleartext hex base
nowhere somewhere someone somebody nobody everyone`
const ordinary = new Set(ordinaryWordList.split(/\s+/))
/** Abbreviations without the full stop at their end. */
const abbreviations = new Set(['n/a', 'e.g', 'i.e', 'and/or', 'etc', 'tbd', 'todo', 'na'])

/** Letters, with hyphens or apostrophes between them. */
const plain = /^\p{L}+(?:['’-]\p{L}+){0,4}$/u
/** Participles, adverbs and adjectives, by their ending. */
const derived = /(?:ed|en|ing|ly|able|ible|less|ful|ous|ive|tion|ment)$/
/** `sha256-hashed`, `utf-8`, `base64`, `v2`: names of formats and methods. */
const technical = /^(?:sha|md|utf|base|aes|rsa|argon|oauth|v|ed)-?\d{1,4}(?:-?\p{L}{1,20})?$/iu
/** `8`, `12+`, `90%`: a quantity of the thing that the next word names. */
const amount = /^[<>~≥≤]?\d{1,3}[+%]?$/u

export function isPlainWord(word: string): boolean {
  return word.length <= 40 && plain.test(word)
}

/** Whether a word is part of a sentence and not a value. */
export function isOrdinaryWord(word: string): boolean {
  const lower = word.toLowerCase().replaceAll('’', "'")
  if (technical.test(lower) || abbreviations.has(lower)) return true
  if (!isPlainWord(lower)) return false
  return lower.includes("'") || lower.split('-').some((part) => ordinary.has(part) || derived.test(part))
}

/** Whether a word is a quantity of the thing that the next word names. */
export function isAmount(word: string): boolean {
  return amount.test(word)
}
