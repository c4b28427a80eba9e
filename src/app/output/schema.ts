// Schemas of the output of `--json`. A schema is a function of zod, so that a command carries its schema without loading zod: only
// `npm run docs` and the tests call it. The TypeScript type of a result is derived from its schema.
import type { ZodType, z as zod } from 'zod'

export type Zod = typeof zod

export type OutputSchema = (z: Zod) => ZodType

/** The type of the values that a schema accepts. */
export type Output<Schema extends OutputSchema> = DeepReadonly<zod.output<ReturnType<Schema>>>

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T

/** Removes `readonly`, because zod types do not have it. */
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T
type Differs<A, B> = [Mutable<A>] extends [Mutable<B>]
  ? [Mutable<B>] extends [Mutable<A>]
    ? []
    : [never]
  : [never]

/** Ties a schema to a type that is declared elsewhere. Does not compile if the schema accepts more or less than the type. */
export function requireExactType<Type>() {
  return <Schema extends ZodType>(schema: Schema, ..._: Differs<zod.output<Schema>, Type>): Schema => schema
}
