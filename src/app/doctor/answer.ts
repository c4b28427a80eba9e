import type { SectionDelivery } from '../../core/delivery/index.ts'
import type { TrustState } from '../../ports/index.ts'
import type { DoctorTrial, Scope } from '../install/answer.ts'
import type { DeliveryAnswer } from '../past/answers.ts'

/** `doctor`. */
export interface DoctorAnswer {
  readonly project: string
  /** Null where it cannot be read; then a problem says why. */
  readonly manifest: TrustState['state'] | null
  /** What entries of this foreword start. */
  readonly program: readonly string[]
  readonly problems: readonly string[]
  readonly agents: readonly DoctorAgent[]
  /** Whether there is no problem at all. */
  readonly well: boolean
}

export interface DoctorAgent {
  readonly agent: string
  readonly title: string
  /** Null when it is not on PATH. */
  readonly program: string | null
  readonly version: string | null
  readonly settings: readonly DoctorFile[]
  readonly trials: readonly DoctorTrial[]
  /** What came of running the agent itself; null when it was not run. */
  readonly proof: DeliveryProof | null
  /** What became of the last packets of this project that it was sent, newest first. */
  readonly deliveries: readonly DoctorDelivery[]
  readonly notes: readonly string[]
  readonly problems: readonly string[]
}

export interface DoctorFile {
  readonly scope: Scope
  readonly file: string
  /** What brings it along; null for settings. Such a file is listed where it has hooks. */
  readonly add_on: { readonly kind: 'plugin' | 'extension' | 'profile'; readonly name: string } | null
  readonly state: 'absent' | 'read' | 'refused'
  readonly own: readonly DoctorEntry[]
  /** Of others. Secrets are redacted. */
  readonly foreign: readonly {
    readonly event: string
    readonly matcher: string | null
    readonly command: string
  }[]
}

export interface DoctorEntry {
  readonly event: string
  readonly command: string
  /** Whether "install" would write just this. Only such entries are tried. */
  readonly current: boolean
}

/** What the agent itself told a model of ours. */
export interface DeliveryProof {
  /** Whether all of the packet did, once and whole. */
  readonly arrived: boolean
  readonly detail: string
  readonly exit_code: number | null
  readonly milliseconds: number
  /** That was asked for. */
  readonly model: string | null
  /** As what the model got it: system, developer, user. */
  readonly roles: readonly string[]
  /** In the order of the packet. */
  readonly sections: readonly SectionDelivery[]
  /** Bytes of the packet. */
  readonly size: number
}

/** One packet that was sent in a real session. */
export interface DoctorDelivery {
  readonly injection_id: string
  readonly session_id: string
  /** When it was sent. */
  readonly at: string
  /** Null while nobody has looked at the agent's transcript. */
  readonly delivery: DeliveryAnswer | null
  /** Why something of it was lost, and what to do; empty where all is well. */
  readonly why: readonly string[]
}
