/**
 * Overlay source: the overlay as a browser source in the scene that OBS shows.
 *
 * One that is there already is given the address and the size, wherever it is and whatever it is called, so that it is
 * never there twice. Enforces invariant 8: the address with its key goes to OBS alone; addresses of other sources, which
 * may contain keys too, are compared and forgotten.
 */
import { type Members, membersOf, nameIn, numberIn, type ObsCall, ObsRefusal, obsCodes } from './obs-requests.js'

const kind = 'browser_source'
export const overlaySourceName = 'Gatehouse'
/** Browser sources that are looked at. */
const maxSources = 64
/** Names that are tried: a scene or a picture may have ours. */
const maxNames = 5
/** Of OBS. */
const maxPixels = 16_384
const usualSize = { width: 1_920, height: 1_080 }

export interface PlacedOverlay {
  readonly kind: 'added' | 'updated' | 'there'
  readonly scene: string
}

/** Rejects with an `ObsRefusal`. @param address of the overlay, with its key */
export async function placeOverlay(call: ObsCall, address: string): Promise<PlacedOverlay> {
  const { scene, settings } = await placeOf(call, address)
  const source = await findOverlay(call, address)
  if (source === undefined) {
    await createSource(call, scene, settings)
    return { kind: 'added', scene }
  }
  const isSame = source.url === settings.url && source.width === settings.width && source.height === settings.height
  if (!isSame) await call('SetInputSettings', { inputName: source.name, inputSettings: settings })
  const isPlaced = await placeInScene(call, scene, source.name)
  return { kind: isPlaced ? 'added' : isSame ? 'there' : 'updated', scene }
}

async function placeOf(call: ObsCall, url: string) {
  const [video, current] = await Promise.all([call('GetVideoSettings'), call('GetCurrentProgramScene')])
  // Before obs-websocket 5.1 only the longer name existed.
  const scene = nameIn(current, 'sceneName') ?? nameIn(current, 'currentProgramSceneName')
  if (scene === undefined) throw new ObsRefusal('GetCurrentProgramScene', 0)
  const width = numberIn(video, 'baseWidth', maxPixels) || usualSize.width
  const height = numberIn(video, 'baseHeight', maxPixels) || usualSize.height
  return { scene, settings: { url, width, height } }
}

interface FoundSource {
  readonly name: string
  readonly url: unknown
  readonly width: unknown
  readonly height: unknown
}

async function findOverlay(call: ObsCall, address: string): Promise<FoundSource | undefined> {
  const { inputs } = await call('GetInputList', { inputKind: kind })
  const listed = (Array.isArray(inputs) ? inputs.slice(0, maxSources) : []).map(membersOf)
  const names = listed.flatMap((input) => nameIn(input, 'inputName') ?? [])
  // Ours first, so that of two only this one is used.
  for (const name of names.sort((a, b) => Number(isOurName(b)) - Number(isOurName(a)))) {
    const { url, width, height } = await settingsOf(call, name)
    if (isOverlay(url, address)) return { name, url, width, height }
  }
  return undefined
}

const isOurName = (name: string): boolean => name === overlaySourceName || name.startsWith(`${overlaySourceName} `)

/** A source that was removed meanwhile has none. */
async function settingsOf(call: ObsCall, inputName: string): Promise<Members> {
  try {
    return membersOf((await call('GetInputSettings', { inputName })).inputSettings)
  } catch (refusal) {
    if (refusal instanceof ObsRefusal && refusal.code === obsCodes.notFound) return {}
    throw refusal
  }
}

/** The page of the overlay on this computer, also with an earlier port or key. */
function isOverlay(url: unknown, address: string): boolean {
  if (typeof url !== 'string' || url.length > 2_048 || !URL.canParse(url)) return false
  const { protocol, hostname, pathname, hash } = new URL(url)
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost'
  return isHere && protocol === 'http:' && pathname === new URL(address).pathname && hash.startsWith('#key=')
}

async function createSource(
  call: ObsCall,
  sceneName: string,
  inputSettings: { readonly url: string; readonly width: number; readonly height: number },
): Promise<void> {
  for (let number = 1; ; number += 1) {
    const inputName = number === 1 ? overlaySourceName : `${overlaySourceName} ${number}`
    try {
      await call('CreateInput', { sceneName, inputName, inputKind: kind, inputSettings })
      return
    } catch (refusal) {
      const isTaken = refusal instanceof ObsRefusal && refusal.code === obsCodes.alreadyExists
      if (!isTaken || number === maxNames) throw refusal
    }
  }
}

/** Shows the source in the scene. @returns whether it was not there */
async function placeInScene(call: ObsCall, sceneName: string, sourceName: string): Promise<boolean> {
  try {
    const item = await call('GetSceneItemId', { sceneName, sourceName })
    const sceneItemId = numberIn(item, 'sceneItemId')
    if (sceneItemId !== undefined) await call('SetSceneItemEnabled', { sceneName, sceneItemId, sceneItemEnabled: true })
    return false
  } catch (refusal) {
    if (!(refusal instanceof ObsRefusal) || refusal.code !== obsCodes.notFound) throw refusal
    await call('CreateSceneItem', { sceneName, sourceName })
    return true
  }
}
