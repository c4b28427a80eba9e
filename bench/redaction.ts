import { coldSpeed } from './redaction/cold.ts'
import { corpusPath, readCorpus } from './redaction/corpus.ts'
import { damage } from './redaction/damage.ts'
import { underDisguise } from './redaction/disguised.ts'
import { recall } from './redaction/recall.ts'
import type { Score } from './redaction/scores.ts'
import { warmSpeed } from './redaction/speed.ts'
import { worstCase } from './redaction/worst.ts'
import type { Settings } from './settings.ts'

export async function redactionScores(settings: Settings): Promise<Score[]> {
  return [
    ...onCorpus(settings.home),
    ...underDisguise(),
    ...(await warmSpeed(settings)),
    ...(await coldSpeed(settings)),
    ...worstCase(settings),
  ]
}

function onCorpus(home: string): Score[] {
  const path = corpusPath(home)
  if (path !== undefined) {
    const items = readCorpus(path)
    return [...recall(items), ...damage(items)]
  }
  // Not on standard output, which may be JSON.
  console.error(
    'The labelled corpus is not here (FOREWORD_CORPUS names it): recall and damage were left out.\n',
  )
  return []
}
