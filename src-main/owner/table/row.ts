/** Row: the type of a row in the tables of orders and events. */
import type { Person } from '@shared/approvals/approval.js'
import type { PersonRole } from '@shared/clients/person-role.js'
import type { Schema } from './payload-schema.js'

/** A page of Gatehouse. */
export type PageName = 'window' | 'pop-up'

/**
 * A door on this computer: a page, the parent process of a headless program on its standard input, or the command line
 * over the socket of the profile. People on their phones have a door of their own, for the requests alone
 * (`approvers/lan/phone-requests.ts`).
 */
export type LocalGiver = PageName | 'stdin' | 'command-line'

/** A person in the window of another computer. Their role says what they may order (`table/remote.ts`). */
export interface RemoteGiver {
  readonly page: PageName
  readonly person: Person & { readonly kind: 'remote'; readonly role: PersonRole }
}

/** Who gives an order. */
export type Giver = LocalGiver | RemoteGiver

/** Who receives an event. */
export type Receiver = PageName | 'stdin'

declare const carried: unique symbol

/** The type of data that the program sends, without a schema: data from the program is not validated. */
export interface PayloadType<T> {
  readonly [carried]?: T
}

export type CarriedBy<C> = C extends PayloadType<infer T> ? T : never

export const of = <T>(): PayloadType<T> => ({})

/** An order: who may give it, the schema of its payload, and the type of its result. */
export interface OrderRow {
  readonly by: readonly LocalGiver[]
  readonly takes: Schema<unknown>
  readonly returns: PayloadType<unknown>
}

/** An event: who receives it, and the type of its payload. */
export interface EventRow {
  readonly to: readonly Receiver[]
  readonly carries: PayloadType<unknown>
}

export type OrderTable = Readonly<Record<`${string}:${string}`, OrderRow>>
export type EventTable = Readonly<Record<`${string}:${string}`, EventRow>>
