/** Table: the type of a row in the channel tables of `channels/`. */
import type { Schema } from './payload-schema.js'

/** A page of Gatehouse. */
export type PageName = 'window' | 'pop-up'
export type Audience = PageName | 'both'

declare const carried: unique symbol

/** The type of data sent to a page, without a schema: data from the program is not validated. */
export interface PayloadType<T> {
  readonly [carried]?: T
}

export const of = <T>(): PayloadType<T> => ({})

/** A request: the pages that may send it, the schema of its payload, and the type of its response. */
export interface RequestChannelRow {
  readonly page: Audience
  readonly takes: Schema<unknown>
  readonly returns: PayloadType<unknown>
}

/** A push: the pages that receive it, and the type of its payload. */
export interface PushRow {
  readonly page: Audience
  readonly carries: PayloadType<unknown>
}

export type RequestTable = Readonly<Record<`${string}:${string}`, RequestChannelRow>>
export type PushTable = Readonly<Record<`${string}:${string}`, PushRow>>
