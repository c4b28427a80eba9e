import { parseCheckedReducer, type ReducerCall } from '../../manifest/index.ts'

interface DecaySteps {
  readonly steps: readonly {
    readonly upto?: number | undefined
    readonly use: string
    readonly name?: string | undefined
  }[]
}

/** The treatment for an age. Beyond the last step nothing is left. */
export function chooseDecayStep(decay: DecaySteps, age: number): { call: ReducerCall; name: string } {
  const step = decay.steps.find((one) => one.upto === undefined || age <= one.upto)
  const call = parseCheckedReducer(step?.use ?? 'drop')
  return { call, name: step?.name ?? call.name }
}
