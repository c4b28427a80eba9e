// Parses TOML and YAML files of a project into plain data. Each parser is loaded alone, because few projects need both.

export { parseToml } from './parse-toml.ts'
export { parseYaml } from './parse-yaml.ts'
