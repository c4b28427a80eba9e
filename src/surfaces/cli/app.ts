import type { Agent } from '../../agents/index.ts'
import type {
  AddOrder,
  BisectAnswer,
  CleanAnswer,
  CleanOrder,
  Compiled,
  ContextAnswer,
  ContextShowAnswer,
  DiffAnswer,
  DispatchEvent,
  DispatchOrder,
  DoctorAnswer,
  DoctorOrder,
  EntryDraft,
  ExportAnswer,
  ImportAnswer,
  Injected,
  InjectOrder,
  InstallAnswer,
  InstallOrder,
  KnowledgeAnswer,
  KnowledgeOrder,
  ListAnswer,
  Loaded,
  LoadOrder,
  LogAnswer,
  LogQuery,
  LookOrder,
  MemoryAddAnswer,
  MemoryListAnswer,
  MemoryPromoteAnswer,
  MemoryPruneAnswer,
  MemorySearchAnswer,
  Placed,
  PluginsAnswer,
  Project,
  PromoteOrder,
  Proposal,
  ProposeOrder,
  PruneAnswer,
  PruneRecordsOrder,
  ReadAnswer,
  RefreshAnswer,
  RefreshOrder,
  RepairAnswer,
  ReplayAnswer,
  ReportAnswer,
  RunReport,
  ScrubAnswer,
  ScrubEvents,
  ScrubOrder,
  SessionsAnswer,
  ShowAnswer,
  StatsAnswer,
  TrustedProjects,
  TrustLook,
  TrustRevoked,
  VerifyAnswer,
  WhyAnswer,
} from '../../app/index.ts'
import type { Request } from '../../core/plan/index.ts'

/** What the command line asks of the program behind it. Each call loads only what it needs. */
export interface App extends Past {
  readonly version: string
  readonly cwd: string
  project(choice: ProjectChoice): Project
  /** The directory of the project that the caller stands in. */
  projectAround(): string
  inject(order: InjectOrder): Promise<Injected>
  /** What lies at an address. */
  read(order: ReadChoice, tell: Tell): Promise<ReadAnswer>
  ls(order: { project: Project; request: Request; under: string | null }): Promise<ListAnswer>
  /** What a session that has begun is told again. */
  refresh(order: RefreshOrder): Promise<RefreshAnswer>
  sessions(choice: PastChoice, limit: number): Promise<SessionsAnswer>
  plugins(order: { project: Project; task: string | null }): Promise<PluginsAnswer>
  explain(order: { project: Project; request: Request }): Promise<Compiled>
  load(order: LoadOrder): Promise<Loaded>
  /** Where a file would go that is named as seen from a project. */
  outputIn(project: Project, choice: OutputChoice): Promise<Output>
  dispatch(order: DispatchOrder, tell: (event: DispatchEvent) => void): Promise<RunReport[]>
  /** Takes away the worktrees that runs have left. */
  cleanWorktrees(order: CleanOrder): Promise<CleanAnswer>
  scrub(order: ScrubOrder, events: ScrubEvents): Promise<ScrubAnswer>
  /** What an allow-list would say of the text on standard input. */
  draftEntries(text: string, rules: Pick<ScrubOrder, 'sets' | 'add' | 'without'>): Promise<EntryDraft[]>
  knowledgeBuild(project: Project, order: KnowledgeOrder, tell: Tell): Promise<KnowledgeAnswer>
  init(order: InitChoice): Promise<Placed[]>
  proposing(order: ProposeOrder): Promise<Proposing>
  agents(): Promise<readonly (Agent & { readonly installed: boolean })[]>
  memoryAdd(choice: PastChoice, order: AddOrder): Promise<MemoryAddAnswer>
  memorySearch(choice: PastChoice, query: string, order: LookOrder): Promise<MemorySearchAnswer>
  memoryList(choice: PastChoice, order: LookOrder): Promise<MemoryListAnswer>
  memoryPrune(choice: PastChoice, order: PruneRecordsOrder): Promise<MemoryPruneAnswer>
  memoryPromote(choice: PastChoice, order: PromoteOrder): Promise<MemoryPromoteAnswer>
  /** The names of the levels of the project's manifest. */
  levels(project: Project): Promise<readonly string[]>
  redactionRules(): Promise<readonly string[]>
  lookAtTrust(project: Project): Promise<TrustLook>
  revokeTrust(project: Project): Promise<TrustRevoked>
  trustedProjects(): Promise<TrustedProjects>
  install(project: Project, order: InstallOrder): Promise<InstallAnswer>
  doctor(order: DoctorOrder & { readonly project: Project }): Promise<DoctorAnswer>
  /** The Model Context Protocol on standard input and output, until the client goes. */
  serveStdio(project: Project): Promise<void>
  /** The same over HTTP, until the program is told to stop. */
  serve(project: Project, choice: ServeChoice): Promise<Serving>
  isDirectory(path: string): boolean
  readText(file: string | null): string
}

export interface ServeChoice {
  readonly host: string
  readonly port: number
  readonly allowHosts: readonly string[]
  readonly requireToken: boolean
  readonly newToken: boolean
  /** A line for each request. */
  readonly log: ((line: string) => void) | null
}

export interface Serving {
  readonly where: ServeAnswer
  /** When all is finished and let go. */
  readonly ended: Promise<void>
}

/** Where a server listens. Its token is in that file and nowhere else. */
export interface ServeAnswer {
  readonly url: string
  readonly mcp: string
  readonly host: string
  readonly port: number
  readonly names: readonly string[]
  readonly project: string
  readonly root: string
  readonly token_file: string
  readonly token_needed: boolean
  readonly pid: number
  /** Why nothing is offered yet; null when it is. */
  readonly inert: string | null
}

export interface ReadChoice {
  readonly project: Project
  readonly request: Request & { readonly address: string }
  readonly session: string | undefined
}

/** The part about past injections. Where an injection is named, it is by id, `@12`, `latest` or `latest~1`. */
export interface Past {
  /** By which `2h` ago is told. */
  now(): Date
  context(choice: PastChoice): Promise<ContextAnswer>
  contextShow(choice: PastChoice, request: Request, limit: number): Promise<ContextShowAnswer>
  log(choice: PastChoice, query: LogQuery): Promise<LogAnswer>
  show(choice: PastChoice, injection: string): Promise<ShowAnswer>
  diff(choice: PastChoice, before: string, after: string): Promise<DiffAnswer>
  why(choice: PastChoice, asked: string, injection: string): Promise<WhyAnswer>
  replay(choice: PastChoice, injection: string): Promise<ReplayAnswer>
  bisect(choice: PastChoice, order: BisectChoice, tell: Tell): Promise<BisectAnswer>
  report(choice: PastChoice, since: string | null): Promise<ReportAnswer>
  verify(choice: PastChoice, order: VerifyChoice, tell: Tell): Promise<VerifyAnswer>
  storeStats(choice: PastChoice): Promise<StatsAnswer>
  /** Into a file, or piece by piece to whoever takes it. */
  storeExport(choice: PastChoice, to: string | ((text: string) => void), tell: Tell): Promise<ExportAnswer>
  /** Null for standard input. */
  storeImport(choice: PastChoice, file: string | null, tell: Tell): Promise<ImportAnswer>
  storePrune(choice: PastChoice, order: PruneChoice, tell: Tell): Promise<PruneAnswer>
  storeRepair(choice: PastChoice, tell: Tell): Promise<RepairAnswer>
}

export interface PastChoice {
  readonly project: Project
  /** Instead of FOREWORD_STORE. */
  readonly store: string | undefined
  /** Of another project, by its name or uid. */
  readonly ledger?: string | undefined
}

export interface BisectChoice {
  readonly good: string
  readonly bad: string
  readonly command: readonly string[]
}

export interface VerifyChoice {
  readonly checkpoint: string | null
  readonly writeCheckpoint: string | null
  readonly signer: string | null
  /** An export to look at instead of the store. */
  readonly file: string | null
}

export interface PruneChoice {
  /** Texts from before this time go (ISO 8601). */
  readonly before: string | null
  readonly maxBytes: number | null
  readonly dryRun: boolean
}

/** How far something is that takes its time. */
export type Tell = (progress: Progress) => void

export interface Progress {
  readonly done: number
  /** Null where the end is not known. */
  readonly total: number | null
  readonly what: string
}

export interface ProjectChoice {
  readonly repo: string
  /** What it is for, where a project without a manifest has another preset for that. */
  readonly purpose?: 'bundle' | undefined
  readonly manifest?: string | undefined
  readonly preset?: string | undefined
  readonly roots: Readonly<Record<string, string>>
}

export interface OutputChoice {
  readonly file: string
  /** Also where something else is there. */
  readonly force: boolean
  /** Files that go into it, which it must not replace. */
  readonly inputs: readonly string[]
}

export interface Output {
  /** Its path in the project; null where it lies elsewhere. */
  readonly within: string | null
  write(text: string): void
}

export interface InitChoice {
  readonly repo: string
  readonly preset: string
  readonly vars: Readonly<Record<string, string>>
  readonly dryRun: boolean
}

/** A manifest for a repository that has none, on its way. */
export interface Proposing {
  propose(): Promise<Proposal>
  /** The same with another text. Refuses what is wrong with it. */
  reconsider(proposal: Proposal, text: string): Promise<Proposal>
  accept(proposal: Proposal): Proposal
  /** In the person's editor. */
  edit(text: string): Promise<string>
}

/** How a surface is started: settings that change what the app is made of. */
export interface AppSettings {
  readonly now: Date | null
  readonly cache: boolean
  /** What a person should hear of while the work goes on. */
  warn(trouble: { readonly detail: string }): void
}

/** Where the words go. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** A line on standard error that takes the place of the one drawn before; '' takes it away. */
  draw(line: string): void
  /** What a person types behind the question; null where nobody can be asked. */
  ask(question: string): string | null
  /** Colour only where a person looks at standard output. */
  readonly style: 'plain' | 'colour'
  /** Whether a person looks at standard error, so that drawing makes sense. */
  readonly progress: boolean
}
