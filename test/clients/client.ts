/** An AI client of somebody else, as the story runs it. */
import type { ProgramId } from '@shared/clients/connection.js'

interface ClientProgram {
  /** As in `packages.json`. */
  readonly id: string
  /** Whose instructions in *Connect* it follows. */
  readonly program: ProgramId
  /** The name of its command in a terminal, and what that starts. @param installed its folder */
  readonly command: string
  readonly start: (installed: string) => readonly string[]
  /** Its own variables; it gets `HOME`, `PATH` and a browser besides, and nothing else. */
  readonly env: (at: ClientAt) => Readonly<Record<string, string>>
  /** Files and settings that it needs to use the scripted model, before Gatehouse is added. */
  readonly prepare?: (at: ClientAt) => void
  /** Puts the lines of *Another program* where the client reads them, as its owner does. */
  readonly place?: (lines: string, at: ClientAt) => void
  /** It ends a call after five seconds, so its owner sets this time to wait for an approval. */
  readonly waitSeconds?: number
  /** Words that sign it in to Gatehouse by OAuth, perhaps only in a terminal; without them it would do so when it connects. */
  readonly signIn?: { readonly words: readonly string[]; readonly inTerminal?: true }
  /** Words that end what it leaves running. */
  readonly end?: readonly string[]
}

/** It lets a model choose the calls. */
export interface Agent extends ClientProgram {
  /** Words that ask it one question, without a person, with all tools of Gatehouse allowed. */
  readonly ask: (question: string, at: ClientAt) => readonly string[]
  /** Words whose output names the servers that it has read from its configuration. */
  readonly listServers?: readonly string[]
}

/** It has no model: each call is one command. */
export interface Caller extends ClientProgram {
  readonly call: (tool: string, given: Readonly<Record<string, unknown>>) => readonly string[]
  /** Words whose output names the tools of Gatehouse. */
  readonly listTools: readonly string[]
}

export type AiClient = Agent | Caller

export interface ClientAt {
  /** Its home and working folder. */
  readonly home: string
  /** `http://127.0.0.1:PORT` of the scripted model. */
  readonly model: string
}
