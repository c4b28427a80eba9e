import { Refusal } from '../../core/values/index.ts'
import type { Workshop } from '../../ports/index.ts'
import type { ReadAnswer } from '../addresses/outputs.ts'
import { aboutOffer, instructionsFor } from './about.ts'
import type {
  Caller,
  Completions,
  ExplainAnswer,
  OfferAbout,
  OfferedResource,
  OfferedTemplate,
  SearchAnswer,
  StartAnswer,
  StatusAnswer,
} from './answer.ts'
import { type CompleteOrder, callerWords, type OfferedRead, type OfferTools, requestFor } from './order.ts'

/** One project, as a server has it for whoever is connected. Nothing is read before somebody asks for it. */
export interface Offer {
  about(): Promise<OfferAbout>
  /** What every client passes on to its model as soon as it is connected. Leaves a receipt. */
  instructions(caller: Caller): Promise<string>
  /** Everything that can be read, each once, sorted. Whoever goes on with a long list gets it as it was a moment ago. */
  resources(goingOn?: boolean): Promise<readonly OfferedResource[]>
  templates(): Promise<readonly OfferedTemplate[]>
  /** What a variable of a template or a prompt can be; null where there is no such variable. */
  complete(order: CompleteOrder): Promise<Completions | null>
  read(order: OfferedRead, caller: Caller): Promise<ReadAnswer>
  /** Tells one version of what lies at an address from another, without sending it. Refuses what is no address. */
  look(address: string): Promise<string>
  /** As `foreword context show` has it. */
  status(): Promise<StatusAnswer>
  search(order: { readonly query: string; readonly limit: number }, caller: Caller): Promise<SearchAnswer>
  /** Names and sizes only: it leaves no receipt. */
  explain(order: { readonly asked: string | null }): Promise<ExplainAnswer>
  /** A task with its context, at a level of the manifest. */
  start(order: { readonly task: string; readonly level: string | null }, caller: Caller): Promise<StartAnswer>
}

export function openOffer(tools: OfferTools): Offer {
  /** A manifest that came with a repository waits until somebody has looked at it, here as in a hook. */
  const trusted = async <T>(answer: () => Promise<T>): Promise<T> => {
    const inert = await tools.inert()
    if (inert !== null) throw new Refusal('not-trusted', inert)
    return answer()
  }
  const orNothing = async <T>(answer: () => Promise<readonly T[]>): Promise<readonly T[]> =>
    (await tools.inert()) === null ? answer() : []
  const listing = momentarily(tools.shop, async () =>
    (await import('./resources.ts')).offeredResources(tools),
  )
  // What is asked for loads then: at its start a server has to be quick.
  return {
    about: () => aboutOffer(tools),
    resources: (goingOn = false) => orNothing(() => listing(goingOn)),
    templates: () => orNothing(async () => (await import('./resources.ts')).offeredTemplates(tools)),
    instructions: (caller) => instructionsFor(tools, caller),
    complete: (order) => trusted(async () => (await import('./complete.ts')).completions(tools, order)),
    read: (order, caller) => trusted(() => readOffered(tools, order, caller)),
    look: (address) => trusted(async () => (await import('./look.ts')).lookAt(tools, address)),
    status: () => trusted(() => tools.status(requestFor(tools))),
    search: (order, caller) =>
      trusted(async () => (await import('./search.ts')).searchOffered(tools, order, caller)),
    explain: (order) => trusted(async () => (await import('./explain.ts')).explainOffered(tools, order)),
    start: (order, caller) =>
      trusted(async () => (await import('./start.ts')).startTask(tools, order, caller)),
  }
}

const momentMs = 10_000

/** Keeps what was made last for those who go on with it: a client asks for one page after the other. */
function momentarily<T>({ systemTime }: Workshop, make: () => Promise<T>): (goingOn: boolean) => Promise<T> {
  let last: { readonly at: number; readonly made: Promise<T> } | null = null
  return (goingOn) => {
    const now = systemTime()
    if (goingOn && last !== null && now - last.at < momentMs) return last.made
    const made = make()
    last = { at: now, made }
    // What failed is tried again.
    made.catch(() => {
      last = null
    })
    return made
  }
}

/** The bytes of `foreword read`. */
async function readOffered(
  tools: OfferTools,
  { address, budget, task }: OfferedRead,
  caller: Caller,
): Promise<ReadAnswer> {
  const asked = { ...requestFor(tools, { budget, task }), address }
  const { project } = tools
  const { readAddress } = await import('../addresses/read.ts')
  const answer = await readAddress(tools, { project, request: asked, ...callerWords(caller) })
  for (const trouble of answer.troubles) tools.warn(trouble)
  return answer
}
