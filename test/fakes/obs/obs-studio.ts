/**
 * Model of what OBS Studio does for obs-websocket's requests, after `src/requesthandler/` of obsproject/obs-websocket
 * (commit 032c993, May 2026).
 */

export type Data = Readonly<Record<string, unknown>>

/** The code of `RequestStatus`, and the data of an answer. */
export interface RequestResult {
  readonly code: number
  readonly comment?: string
  readonly data?: Data
}

/** `RequestStatus`. */
export const status = {
  success: 100,
  missingRequestType: 203,
  unknownRequestType: 204,
  notReady: 207,
  missingRequestField: 300,
  missingRequestData: 301,
  invalidRequestFieldType: 401,
  requestFieldEmpty: 403,
  outputNotRunning: 501,
  resourceNotFound: 600,
  resourceAlreadyExists: 601,
  invalidResourceType: 602,
  invalidResourceState: 604,
  invalidInputKind: 605,
  requestProcessingFailed: 702,
} as const

const success = (data?: Data): RequestResult => ({ code: status.success, ...(data && { data }) })
const error = (code: number, comment: string): RequestResult => ({ code, comment })

interface SceneItem {
  readonly id: number
  readonly source: string
  isEnabled: boolean
}

interface Handler {
  /** Required members. */
  readonly fields?: Readonly<Record<string, 'string' | 'object' | 'number' | 'boolean'>>
  readonly run: (data: Data) => RequestResult
}

export class ObsStudio {
  version = '31.0.3'
  /** Before OBS 30.2 there are no chapters. */
  knowsChapters = true
  /** False while OBS loads, and while it changes the scene collection. */
  isReady = true
  canvas: { readonly width: number; readonly height: number } | null = { width: 1_920, height: 1_080 }
  /** Some packages of Linux have no browser source. */
  kinds = ['image_source', 'browser_source', 'color_source_v3']
  readonly inputs = new Map<string, { readonly kind: string; settings: Data }>()
  readonly scenes = new Map<string, SceneItem[]>([['Gameplay', []]])
  currentScene = 'Gameplay'
  /** Where the replay buffer is not switched on in the settings, there is no output. */
  replay: 'unavailable' | 'stopped' | 'running' = 'unavailable'
  stream: 'off' | 'on' | 'reconnecting' = 'off'
  recording: 'off' | 'on' | 'paused' = 'off'
  /** Milliseconds. */
  readonly durations = { stream: 0, recording: 0 }
  /** Only *Hybrid MP4* has chapters. */
  format: 'hybrid_mp4' | 'mkv' = 'hybrid_mp4'
  readonly chapters: unknown[] = []
  savedReplays = 0
  /** Every request, in order. */
  readonly requests: { readonly name: string; readonly data: Data }[] = []
  onReplaySaved = (): void => {}
  #items = 0

  ask(name: string, given: unknown): RequestResult {
    if (!this.isReady) return error(status.notReady, 'OBS is not ready to perform the request.')
    const data = isObject(given) ? given : undefined
    if (!data && given !== undefined && given !== null)
      return error(status.invalidRequestFieldType, 'Your request data is not an object.')
    if (name === '') return error(status.missingRequestType, "Your request's `requestType` may not be empty.")
    const handler = this.requestNames.includes(name) ? this.#handlers[name] : undefined
    if (!handler) return error(status.unknownRequestType, 'Your request type is not valid.')
    this.requests.push({ name, data: data ?? {} })
    return problemOf(handler, data) ?? handler.run(data ?? {})
  }

  get requestNames(): string[] {
    return Object.keys(this.#handlers).filter((name) => this.knowsChapters || name !== 'CreateRecordChapter')
  }

  addInput(name: string, kind: string, settings: Data, scene?: string): void {
    this.inputs.set(name, { kind, settings })
    if (scene !== undefined) this.#place(scene, name)
  }

  itemsOf(scene: string): readonly string[] {
    return (this.scenes.get(scene) ?? []).map(({ source }) => source)
  }

  hide(scene: string, source: string): void {
    for (const item of this.scenes.get(scene) ?? []) if (item.source === source) item.isEnabled = false
  }

  isShown(scene: string, source: string): boolean {
    return this.scenes.get(scene)?.some((item) => item.source === source && item.isEnabled) === true
  }

  #place(scene: string, source: string): number {
    this.#items += 1
    this.scenes.get(scene)?.push({ id: this.#items, source, isEnabled: true })
    return this.#items
  }

  #inScene({ sceneName }: Data, run: (items: SceneItem[], scene: string) => RequestResult): RequestResult {
    const scene = String(sceneName)
    const items = this.scenes.get(scene)
    if (items) return run(items, scene)
    return this.inputs.has(scene) ? error(status.invalidResourceType, 'The specified source is not a scene.') : noSource
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    GetVersion: {
      run: () =>
        success({
          obsVersion: this.version,
          obsWebSocketVersion: '5.6.3',
          rpcVersion: 1,
          availableRequests: this.requestNames,
          supportedImageFormats: ['png'],
          platform: 'ubuntu',
          platformDescription: 'Ubuntu 24.04',
        }),
    },
    GetStreamStatus: {
      run: () =>
        success({
          outputActive: this.stream !== 'off',
          outputReconnecting: this.stream === 'reconnecting',
          outputDuration: this.durations.stream,
        }),
    },
    GetRecordStatus: {
      run: () =>
        success({
          outputActive: this.recording !== 'off',
          outputPaused: this.recording === 'paused',
          outputDuration: this.durations.recording,
        }),
    },
    GetReplayBufferStatus: {
      run: () =>
        this.replay === 'unavailable' ? noReplayBuffer : success({ outputActive: this.replay === 'running' }),
    },
    SaveReplayBuffer: {
      run: () => {
        if (this.replay === 'unavailable') return noReplayBuffer
        if (this.replay === 'stopped') return error(status.outputNotRunning, '')
        this.savedReplays += 1
        this.onReplaySaved()
        return success()
      },
    },
    GetVideoSettings: {
      // Each member is null where OBS has no video.
      run: () => success({ baseWidth: this.canvas?.width ?? null, baseHeight: this.canvas?.height ?? null }),
    },
    GetCurrentProgramScene: {
      run: () => success({ sceneName: this.currentScene, currentProgramSceneName: this.currentScene }),
    },
    GetInputList: {
      run: ({ inputKind }) =>
        success({
          inputs: [...this.inputs]
            .filter(([, { kind }]) => inputKind === undefined || kind === inputKind)
            .map(([inputName, { kind }]) => ({ inputName, inputUuid: 'uuid', inputKind: kind })),
        }),
    },
    GetInputSettings: {
      fields: { inputName: 'string' },
      run: ({ inputName }) => {
        const input = this.inputs.get(String(inputName))
        return input ? success({ inputSettings: input.settings, inputKind: input.kind }) : noSource
      },
    },
    SetInputSettings: {
      fields: { inputName: 'string', inputSettings: 'object' },
      run: ({ inputName, inputSettings }) => {
        const input = this.inputs.get(String(inputName))
        if (!input) return noSource
        // `overlay` is true by default: what is not given stays.
        input.settings = { ...input.settings, ...(inputSettings as Data) }
        return success()
      },
    },
    CreateInput: {
      fields: { sceneName: 'string', inputName: 'string', inputKind: 'string' },
      run: (data) =>
        this.#inScene(data, (_items, scene) => {
          const name = String(data.inputName)
          // Scenes and inputs share their names.
          if (this.inputs.has(name) || this.scenes.has(name))
            return error(status.resourceAlreadyExists, 'A source already exists by that input name.')
          if (!this.kinds.includes(String(data.inputKind)))
            return error(status.invalidInputKind, 'Your specified input kind is not supported by OBS.')
          this.inputs.set(name, { kind: String(data.inputKind), settings: (data.inputSettings ?? {}) as Data })
          return success({ inputUuid: 'uuid', sceneItemId: this.#place(scene, name) })
        }),
    },
    GetSceneItemId: {
      fields: { sceneName: 'string', sourceName: 'string' },
      run: (data) =>
        this.#inScene(data, (items) => {
          const item = items.find(({ source }) => source === data.sourceName)
          return item
            ? success({ sceneItemId: item.id })
            : error(status.resourceNotFound, 'No scene items were found in the specified scene by that name or offset.')
        }),
    },
    CreateSceneItem: {
      fields: { sceneName: 'string' },
      run: (data) =>
        this.#inScene(data, (_items, scene) => {
          const source = String(data.sourceName)
          return this.inputs.has(source) ? success({ sceneItemId: this.#place(scene, source) }) : noSource
        }),
    },
    SetSceneItemEnabled: {
      fields: { sceneName: 'string', sceneItemId: 'number', sceneItemEnabled: 'boolean' },
      run: (data) =>
        this.#inScene(data, (items) => {
          const item = items.find(({ id }) => id === data.sceneItemId)
          if (!item) return error(status.resourceNotFound, 'No scene items were found in the specified scene.')
          item.isEnabled = data.sceneItemEnabled === true
          return success()
        }),
    },
    CreateRecordChapter: {
      run: ({ chapterName = null }) => {
        if (this.recording === 'off') return error(status.outputNotRunning, '')
        // `obs_frontend_recording_add_chapter` is false for a paused recording too.
        if (this.format !== 'hybrid_mp4' || this.recording === 'paused')
          return error(status.requestProcessingFailed, 'Verify that the output being used supports chapter markers.')
        this.chapters.push(chapterName)
        return success()
      },
    },
  }
}

const noReplayBuffer = error(status.invalidResourceState, 'Replay buffer is not available.')
const noSource = error(status.resourceNotFound, 'No source was found by that name.')

export const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `Request::ValidateBasic`, `ValidateString` and its sisters. */
function problemOf({ fields = {} }: Handler, data: Data | undefined): RequestResult | undefined {
  for (const [name, type] of Object.entries(fields)) {
    if (!data) return error(status.missingRequestData, 'Your request data is missing or invalid (non-object)')
    const value = data[name]
    if (value === undefined || value === null)
      return error(status.missingRequestField, `Your request is missing the \`${name}\` field.`)
    if (type === 'object' ? !isObject(value) : typeof value !== type)
      return error(status.invalidRequestFieldType, `The field value of \`${name}\` has the wrong type.`)
    if (value === '') return error(status.requestFieldEmpty, `The field value of \`${name}\` must not be empty.`)
  }
  return undefined
}
