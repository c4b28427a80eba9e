import type { CommandKind } from './project-command.ts'

export interface ConventionRule {
  /** The rule applies if a path matches. */
  readonly files: RegExp
  /** And if the text of that file matches. */
  readonly says?: RegExp
  readonly commands: readonly (readonly [CommandKind, string])[]
}

/** The commands that every project of an ecosystem has. Used for a kind only if the project itself names no command for it. */
export const conventionRules: readonly ConventionRule[] = [
  {
    files: /^Cargo\.toml$/,
    says: /^\[workspace\]/m,
    commands: [
      ['build', 'cargo build --workspace'],
      ['test', 'cargo test --workspace'],
    ],
  },
  {
    files: /^Cargo\.toml$/,
    commands: [
      ['build', 'cargo build'],
      ['test', 'cargo test'],
      ['test one', 'cargo test NAME'],
      ['lint', 'cargo clippy'],
      ['format', 'cargo fmt --all'],
    ],
  },
  {
    files: /^go\.mod$/,
    commands: [
      ['build', 'go build ./...'],
      ['test', 'go test ./...'],
      ['test one', 'go test ./PACKAGE -run NAME'],
      ['lint', 'go vet ./...'],
      ['format', 'gofmt -w .'],
    ],
  },
  { files: /^\.golangci\.ya?ml$/, commands: [['lint', 'golangci-lint run']] },
  {
    files: /^mvnw$/,
    commands: [
      ['build', './mvnw verify'],
      ['test', './mvnw test'],
      ['test one', './mvnw test -Dtest=NAME'],
    ],
  },
  { files: /^pom\.xml$/, says: /spotless-maven-plugin/, commands: [['format', 'mvn spotless:apply']] },
  {
    files: /^pom\.xml$/,
    commands: [
      ['build', 'mvn verify'],
      ['test', 'mvn test'],
      ['test one', 'mvn test -Dtest=NAME'],
    ],
  },
  { files: /^build\.gradle(?:\.kts)?$/, says: /spotless/, commands: [['format', './gradlew spotlessApply']] },
  { files: /^build\.gradle(?:\.kts)?$/, says: /ktlint/, commands: [['lint', './gradlew ktlintCheck']] },
  { files: /^build\.gradle(?:\.kts)?$/, says: /detekt/, commands: [['lint', './gradlew detekt']] },
  {
    files: /^gradlew$/,
    commands: [
      ['build', './gradlew build'],
      ['test', './gradlew check'],
      ['test one', './gradlew test --tests NAME'],
    ],
  },
  {
    files: /^build\.gradle(?:\.kts)?$/,
    commands: [
      ['build', 'gradle build'],
      ['test', 'gradle check'],
    ],
  },
  {
    files: /^CMakeLists\.txt$/,
    commands: [
      ['build', 'cmake -B build && cmake --build build'],
      ['test', 'ctest --test-dir build'],
      ['test one', 'ctest --test-dir build -R NAME'],
    ],
  },
  {
    files: /^meson\.build$/,
    commands: [
      ['build', 'meson setup build && ninja -C build'],
      ['test', 'meson test -C build'],
    ],
  },
  { files: /^\.clang-format$/, commands: [['format', 'clang-format -i FILE']] },
  { files: /^Gemfile$/, commands: [['setup', 'bundle install']] },
  {
    files: /^\.rspec$|^spec\/spec_helper\.rb$/,
    commands: [
      ['test', 'bundle exec rspec'],
      ['test one', 'bundle exec rspec FILE'],
    ],
  },
  { files: /^Rakefile$/, commands: [['test', 'bundle exec rake']] },
  { files: /^\.rubocop\.yml$/, commands: [['lint', 'bundle exec rubocop']] },
  { files: /^composer\.json$/, commands: [['setup', 'composer install']] },
  {
    files: /^phpunit\.xml(?:\.dist)?$/,
    commands: [
      ['test', 'vendor/bin/phpunit'],
      ['test one', 'vendor/bin/phpunit FILE'],
    ],
  },
  {
    files: /^phpstan\.neon(?:\.dist)?$|^phpstan\/config\.neon$/,
    commands: [['lint', 'vendor/bin/phpstan analyse']],
  },
  { files: /^\.php-cs-fixer(?:\.dist)?\.php$/, commands: [['format', 'vendor/bin/php-cs-fixer fix']] },
  {
    files: /^mix\.exs$/,
    commands: [
      ['setup', 'mix deps.get'],
      ['build', 'mix compile'],
      ['test', 'mix test'],
      ['test one', 'mix test FILE'],
    ],
  },
  { files: /^\.formatter\.exs$/, commands: [['format', 'mix format']] },
  { files: /^\.credo\.exs$/, commands: [['lint', 'mix credo']] },
  {
    files: /^[^/]+\.(?:slnx?|csproj|fsproj)$/,
    commands: [
      ['setup', 'dotnet restore'],
      ['build', 'dotnet build'],
      ['test', 'dotnet test'],
      ['test one', 'dotnet test --filter NAME'],
    ],
  },
  {
    files: /^Package\.swift$/,
    commands: [
      ['build', 'swift build'],
      ['test', 'swift test'],
      ['test one', 'swift test --filter NAME'],
    ],
  },
  { files: /^\.swiftlint\.yml$/, commands: [['lint', 'swiftlint']] },
  { files: /^\.swiftformat$|^\.swift-format$/, commands: [['format', 'swiftformat .']] },
  {
    files: /^book\.toml$/,
    commands: [
      ['build', 'mdbook build'],
      ['test', 'mdbook test'],
      ['run', 'mdbook serve'],
    ],
  },
  { files: /^mkdocs\.ya?ml$/, commands: [['docs', 'mkdocs serve']] },
  {
    files: /^build\.zig$/,
    commands: [
      ['build', 'zig build'],
      ['test', 'zig build test'],
    ],
  },
  {
    files: /^build\.sbt$/,
    commands: [
      ['build', 'sbt compile'],
      ['test', 'sbt test'],
    ],
  },
  {
    files: /^stack\.yaml$/,
    commands: [
      ['build', 'stack build'],
      ['test', 'stack test'],
    ],
  },
  {
    files: /^[^/]+\.cabal$|^cabal\.project$/,
    commands: [
      ['build', 'cabal build all'],
      ['test', 'cabal test all'],
    ],
  },
  {
    files: /^dune-project$/,
    commands: [
      ['build', 'dune build'],
      ['test', 'dune test'],
      ['format', 'dune fmt'],
    ],
  },
  { files: /^project\.clj$/, commands: [['test', 'lein test']] },
  {
    files: /^rebar\.config$/,
    commands: [
      ['build', 'rebar3 compile'],
      ['test', 'rebar3 eunit'],
    ],
  },
  {
    files: /^gleam\.toml$/,
    commands: [
      ['build', 'gleam build'],
      ['test', 'gleam test'],
      ['format', 'gleam format'],
    ],
  },
  {
    files: /^pubspec\.yaml$/,
    says: /sdk:\s*flutter/,
    commands: [
      ['setup', 'flutter pub get'],
      ['test', 'flutter test'],
      ['lint', 'flutter analyze'],
    ],
  },
  {
    files: /^pubspec\.yaml$/,
    commands: [
      ['setup', 'dart pub get'],
      ['test', 'dart test'],
      ['lint', 'dart analyze'],
      ['format', 'dart format .'],
    ],
  },
  {
    files: /^(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/,
    commands: [
      ['build', 'bazel build //...'],
      ['test', 'bazel test //...'],
    ],
  },
  { files: /^\.pre-commit-config\.yaml$/, commands: [['lint', 'pre-commit run --all-files']] },
  { files: /^\.?ruff\.toml$/, commands: [['lint', 'ruff check .']] },
  {
    files: /^pyproject\.toml$/,
    says: /^\[tool\.ruff/m,
    commands: [
      ['lint', 'ruff check .'],
      ['format', 'ruff format .'],
    ],
  },
  { files: /^pyproject\.toml$/, says: /^\[tool\.black/m, commands: [['format', 'black .']] },
  { files: /^mypy\.ini$/, commands: [['types', 'mypy .']] },
  { files: /^pyproject\.toml$/, says: /^\[tool\.mypy/m, commands: [['types', 'mypy .']] },
  {
    files: /^uv\.lock$/,
    commands: [
      ['setup', 'uv sync'],
      ['test', 'uv run pytest'],
      ['test one', 'uv run pytest FILE'],
    ],
  },
  {
    files: /^poetry\.lock$/,
    commands: [
      ['setup', 'poetry install'],
      ['test', 'poetry run pytest'],
    ],
  },
  {
    files: /^pdm\.lock$/,
    commands: [
      ['setup', 'pdm install'],
      ['test', 'pdm run pytest'],
    ],
  },
  { files: /^hatch\.toml$/, commands: [['test', 'hatch test']] },
  {
    files: /^(?:pytest\.ini|conftest\.py|tests\/conftest\.py)$/,
    commands: [
      ['test', 'pytest'],
      ['test one', 'pytest FILE::NAME'],
    ],
  },
  {
    files: /^pyproject\.toml$/,
    says: /^\[tool\.pytest/m,
    commands: [
      ['test', 'pytest'],
      ['test one', 'pytest FILE::NAME'],
    ],
  },
  {
    files: /^manage\.py$/,
    commands: [
      ['test', 'python manage.py test'],
      ['run', 'python manage.py runserver'],
    ],
  },
  { files: /^requirements\.txt$/, commands: [['setup', 'pip install -r requirements.txt']] },
  { files: /^(?:pyproject\.toml|setup\.py)$/, commands: [['setup', 'pip install -e .']] },
  {
    files: /^deno\.jsonc?$/,
    commands: [
      ['test', 'deno test'],
      ['lint', 'deno lint'],
      ['format', 'deno fmt'],
    ],
  },
]
