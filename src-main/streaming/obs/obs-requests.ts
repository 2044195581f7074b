/**
 * OBS requests: everything that Gatehouse ever asks an OBS to do, and how its answers are read.
 *
 * Enforces invariant 7: an answer is data from outside, read member by member within limits. Nothing outside this list can
 * be called: no scene is switched, no output started or stopped, no file or hotkey touched.
 */
import { isObject } from '@contract/json/json-object.js'
import { plainName } from '../../policy/text/untrusted-text.js'

type Scene = { readonly sceneName: string }
type BrowserSettings = { readonly url: string; readonly width: number; readonly height: number }

/** Request → its data. */
export interface ObsRequests {
  readonly GetVersion: undefined
  readonly GetStreamStatus: undefined
  readonly GetRecordStatus: undefined
  readonly GetReplayBufferStatus: undefined
  readonly GetVideoSettings: undefined
  readonly GetCurrentProgramScene: undefined
  readonly GetInputList: { readonly inputKind: 'browser_source' }
  readonly GetInputSettings: { readonly inputName: string }
  readonly GetSceneItemId: Scene & { readonly sourceName: string }
  readonly CreateInput: Scene & {
    readonly inputName: string
    readonly inputKind: 'browser_source'
    readonly inputSettings: BrowserSettings
  }
  readonly SetInputSettings: { readonly inputName: string; readonly inputSettings: BrowserSettings }
  readonly CreateSceneItem: Scene & { readonly sourceName: string }
  readonly SetSceneItemEnabled: Scene & { readonly sceneItemId: number; readonly sceneItemEnabled: true }
  readonly CreateRecordChapter: { readonly chapterName: string }
  readonly SaveReplayBuffer: undefined
}

export type ObsRequestName = keyof ObsRequests

/** Codes of `requestStatus` with a meaning here. */
export const obsCodes = {
  success: 100,
  notReady: 207,
  notRunning: 501,
  notFound: 600,
  alreadyExists: 601,
  invalidState: 604,
  invalidKind: 605,
  processingFailed: 702,
} as const

/** `requestStatus.code` of a refused request; 0 when there was no answer. */
export class ObsRefusal extends Error {
  readonly code: number

  constructor(request: ObsRequestName, code: number) {
    super(`${request}: ${code}`)
    this.code = code
  }
}

export type ObsCall = <N extends ObsRequestName>(
  ...given: ObsRequests[N] extends undefined ? [name: N] : [name: N, data: ObsRequests[N]]
) => Promise<Members>

export type Members = Readonly<Record<string, unknown>>

export const membersOf = (value: unknown): Members => (isObject(value) ? value : {})

/** The name of a scene or a source: OBS finds nothing by a name that was cut or cleaned. */
export const nameIn = (data: Members, member: string): string | undefined => {
  const name = data[member]
  return typeof name === 'string' && name !== '' && name.length <= 1_024 ? name : undefined
}

/** For people. */
export const shownIn = (data: Members, member: string, limit = 64): string => {
  const text = data[member]
  return typeof text === 'string' ? plainName(text, limit) : ''
}

export const numberIn = (data: Members, member: string, most = Number.MAX_SAFE_INTEGER): number | undefined => {
  const value = data[member]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : undefined
}

export const isTrue = (data: Members, member: string): boolean => data[member] === true
