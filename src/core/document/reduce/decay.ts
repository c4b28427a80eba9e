import { parseCheckedReducer, type ReducerCall } from '../../manifest/index.ts'

interface DecaySteps {
  readonly steps: readonly {
    readonly upto?: number | undefined
    readonly use: string
    readonly name?: string | undefined
  }[]
}

/** Returns the decay step for an age. After the last step, the section is dropped. */
export function chooseDecayStep(decay: DecaySteps, age: number): { call: ReducerCall; name: string } {
  const step = decay.steps.find(({ upto }) => upto === undefined || age <= upto)
  const call = parseCheckedReducer(step?.use ?? 'drop')
  return { call, name: step?.name ?? call.name }
}
