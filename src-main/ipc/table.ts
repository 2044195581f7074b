/** Table: the type of a row in the channel tables of `channels/`. */
import type { Schema } from './payload-schema.js'

/** A page of ours. */
export type PageName = 'window' | 'pop-up'
export type Audience = PageName | 'both'

declare const carried: unique symbol

/** The type of what crosses to a page, without a value: what the program sends is not checked again. */
export interface PayloadType<T> {
  readonly [carried]?: T
}

export const of = <T>(): PayloadType<T> => ({})

/** A request: which pages may send it, the schema of its payload, and its response when nothing goes wrong. */
export interface RequestChannelRow {
  readonly page: Audience
  readonly takes: Schema<unknown>
  readonly returns: PayloadType<unknown>
}

/** A push: which pages receive it, and what it carries. */
export interface PushRow {
  readonly page: Audience
  readonly carries: PayloadType<unknown>
}

export type RequestTable = Readonly<Record<`${string}:${string}`, RequestChannelRow>>
export type PushTable = Readonly<Record<`${string}:${string}`, PushRow>>
