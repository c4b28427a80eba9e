import { clouds } from './clouds.ts'
import { code } from './code.ts'
import { data } from './data.ts'
import type { TokenFormat } from './format.ts'
import { identity } from './identity.ts'
import { messages } from './messages.ts'
import { models } from './models.ts'
import { money } from './money.ts'
import { work } from './work.ts'

export type { TokenFormat } from './format.ts'

export const tokenFormats: readonly TokenFormat[] = [...clouds, ...code, ...data, ...identity, ...messages, ...models, ...money, ...work]
