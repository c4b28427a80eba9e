export const commandKinds = [
  'setup',
  'build',
  'test',
  'test one',
  'lint',
  'format',
  'types',
  'docs',
  'run',
] as const

export type CommandKind = (typeof commandKinds)[number]

export interface ProjectCommand {
  readonly kind: CommandKind
  readonly command: string
  /** The command behind a task, or the words of a document about it; '' if there are none. */
  readonly note: string
  readonly path: string
}

/** The first rule that matches a command or the name of a task gives its kind. */
const kindRules: readonly (readonly [CommandKind, RegExp])[] = [
  [
    'test one',
    /\b(?:tests?|spec|pytest|rspec|check)\b.*(?:<[\w-]+>|\[[\w-]+\]|\{[\w-]+\}|--filter|--name|-run |::|--tests |-k |-Dtest=|--test |\/[\w<>-]+_(?:test|spec)\.\w+|\.test\.\w+)/i,
  ],
  [
    'format',
    /(?<![\w-])(?:fmt|format|prettier|black|gofmt|gofumpt|oxfmt|dprint|clang-format|php-cs-fixer|scalafmt|stylua|shfmt)(?![\w])|spotless:?apply|formatter/i,
  ],
  [
    'types',
    /(?<![\w])(?:mypy|pyright|pyrefly|tsc|typecheck|type-check|check[-:]types|types?|dialyzer|typing)(?![\w])/i,
  ],
  [
    'lint',
    /(?<![\w])(?:lint|clippy|eslint|oxlint|biome|ruff|flake8|rubocop|golangci(?:-lint)?|vet|phpstan|psalm|pre-commit|checkstyle|detekt|ktlint|credo|knip|shellcheck|spellcheck|style|codespell|lints?|fix|swiftlint|cargo (?:hack|deny)|warnings?-as-errors|internal_investigation)(?![\w])/i,
  ],
  ['docs', /(?<![\w])(?:docs?|sphinx-build|mkdocs|doc-build|doxygen|dokka|javadoc|docusaurus)(?![\w])/i],
  [
    'test',
    /(?<![\w])(?:tests?|itest|specs?|pytest|tox|nox|ctest|rspec|phpunit|simple-phpunit|nextest|verify|check|ci|cover(?:age)?|unit|e2e|vitest|jest|all-tests|rake)(?![\w])/i,
  ],
  [
    'setup',
    /(?<![\w])(?:install|i|ci|sync|deps\.get|bootstrap|setup|restore|init|develop|prepare|corepack|submodule)(?![\w])/i,
  ],
  ['build', /(?<![\w])(?:build|compile|ninja|cmake|package|assemble|dist|bundle|make|lbuild)(?![\w])/i],
  ['run', /(?<![\w])(?:dev|start|serve|run|watch|playground)(?![\w])/i],
]

/** Null if nothing in the words says what the command is for. */
export function classifyCommand(command: string): CommandKind | null {
  const plain = dropPrefix(command)
    .replace(/^(?:npm|pnpm|yarn|bun) run /, '')
    .replace(/^(?:npm|pnpm|yarn|bun) i$/, 'install')
  if (
    /^(?:npm|pnpm|yarn|bun|uv|poetry|pdm|composer|bundle|pip3?|python3? -m pip|dotnet|mix|meson) (?:i|ci|install|sync|restore|deps\.get)\b/.test(
      plain,
    )
  )
    return 'setup'
  if (/^meson setup\b|^cmake\b/.test(plain)) return 'build'
  return kindRules.find(([, words]) => words.test(plain))?.[0] ?? null
}

const tools =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|deno|uv|uvx|pip3?|hatch|poetry|pdm|tox|nox|pytest|make|gmake|just|task|cargo|go|mvn|gradle|cmake|ctest|meson|ninja|bundle|rake|rspec|composer|mix|dotnet|swift|xcodebuild|sbt|lein|clojure|stack|cabal|zig|bazel|bazelisk|nx|turbo|lerna|mage|dune|opam|mdbook|dprint|pre-commit|prek|rebar3|gleam|dart|flutter|melos|tuist|conan|xmake|scons|nix|earthly|golangci-lint|ruff|mypy|phpunit|rubocop|\.\/(?:gradlew|mvnw|build|x|run|test|configure|bootstrap|ci|scripts?|bin|tools?|dev|vendor\/bin)[\w./-]*|vendor\/bin\/[\w-]+|scripts?\/[\w./-]+|ci\/[\w./-]+|bin\/[\w./-]+|python3? (?:-m |setup|manage|\.?\/?[\w/]+\.py)[\w. -]*|ruby [\w./-]+|php [\w./-]+|node [\w./-]+|elixir [\w./-]+)(?=\s|$)/

/** The command without variables and wrappers before it. */
function dropPrefix(command: string): string {
  return command.replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+|sudo\s+|time\s+|xvfb-run\s+(?:-a\s+)?|cd \S+ && )*/, '')
}

/** The command in a line of a shell session, without prompt, variables and comment; null if the line is something else. */
export function readCommandLine(line: string): string | null {
  const plain = line
    .trim()
    .replace(/^(?:\$|>|%|PS>|#)\s+/, '')
    .replace(/\s+#\s.*$/, '')
    .trim()
  if (/^(?:uv|npm|pnpm|yarn|bun|hatch|pdm|poetry|cargo|npx|composer) ?(?:run)?$/.test(plain)) return null
  if (plain.length > 140 || /[{}]{2}|\\$|^\W*$/.test(plain)) return null
  return tools.test(dropPrefix(plain)) ? plain : null
}
