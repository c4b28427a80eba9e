import { appendItem } from './json-container.ts'
import { findMember, SettingsFault, scanJson } from './scan-json.ts'

/** Appends an element to a list of the outermost object of a JSON document. All other bytes stay. Throws a `SettingsFault`. */
export function appendToList(text: string, list: string, element: object): string {
  const root = scanJson(text)
  if (root.kind !== 'object') throw new SettingsFault(text, root.start, 'expected an object')
  const member = findMember(root, list)
  if (member === undefined) throw new SettingsFault(text, root.start, `the object has no list "${list}"`)
  const { value } = member
  if (value.kind !== 'list') throw new SettingsFault(text, value.start, `"${list}" is not a list`)
  return appendItem(text, value, { key: null, value: element })
}
