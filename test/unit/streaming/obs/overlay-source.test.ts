import { describe, expect, it } from 'vitest'
import { connectedObs, overlayWithKey } from '../../../fakes/obs/obs-scene.js'

const right = { url: overlayWithKey, width: 1_920, height: 1_080 }

describe('overlay in OBS', () => {
  it('is added to the scene that viewers see, in the size of the canvas', async () => {
    const { obs, studio } = await connectedObs({
      prepare: ({ studio }) => (studio.canvas = { width: 1_080, height: 1_920 }),
    })
    expect(await obs.addOverlay()).toEqual({ kind: 'added', scene: 'Gameplay', isNewAddress: false })
    expect(studio.inputs.get('Gatehouse')).toEqual({
      kind: 'browser_source',
      settings: { url: overlayWithKey, width: 1_080, height: 1_920 },
    })
    expect(studio.isShown('Gameplay', 'Gatehouse')).toBe(true)
  })

  it('is there once, however often it is added', async () => {
    const { obs, studio } = await connectedObs()
    await obs.addOverlay()
    expect(await obs.addOverlay()).toMatchObject({ kind: 'there' })
    expect(studio.itemsOf('Gameplay')).toEqual(['Gatehouse'])
  })

  it('is found under another name, with an old key, port and size, and keeps its other choices', async () => {
    const { obs, studio } = await connectedObs()
    const old = { url: 'http://localhost:9000/overlay#key=old', width: 800, height: 600, fps: 30 }
    studio.addInput('My AI', 'browser_source', old, 'Gameplay')
    expect(await obs.addOverlay()).toMatchObject({ kind: 'updated' })
    expect(studio.inputs.get('My AI')?.settings).toEqual({ ...right, fps: 30 })
    expect([...studio.inputs.keys()]).toEqual(['My AI'])
  })

  it('is shown again where it was hidden, and in a scene that does not have it', async () => {
    const { obs, studio } = await connectedObs()
    await obs.addOverlay()
    studio.hide('Gameplay', 'Gatehouse')
    await obs.addOverlay()
    expect(studio.isShown('Gameplay', 'Gatehouse')).toBe(true)
    studio.scenes.set('Just chatting', [])
    studio.currentScene = 'Just chatting'
    expect(await obs.addOverlay()).toMatchObject({ kind: 'added', scene: 'Just chatting' })
    expect(studio.isShown('Just chatting', 'Gatehouse')).toBe(true)
    expect(studio.inputs.size).toBe(1)
  })

  it('leaves other browser sources alone, and tells nobody their addresses', async () => {
    const { obs, studio, log } = await connectedObs()
    const other = { url: 'https://example.org/overlay/SECRET#key=SECRET', width: 800, height: 600 }
    studio.addInput('Alerts', 'browser_source', other, 'Gameplay')
    await obs.addOverlay()
    expect(studio.inputs.get('Alerts')?.settings).toEqual(other)
    expect(JSON.stringify([obs.state, log.lines])).not.toMatch(/SECRET|the-key/u)
  })

  it('takes another name where a scene or a picture has its own (status 601)', async () => {
    const { obs, studio } = await connectedObs()
    studio.scenes.set('Gatehouse', [])
    studio.addInput('Gatehouse 2', 'image_source', {})
    expect(await obs.addOverlay()).toMatchObject({ kind: 'added' })
    expect(studio.inputs.get('Gatehouse 3')?.settings).toEqual(right)
  })

  it('takes the usual size where OBS has no video', async () => {
    const { obs, studio } = await connectedObs({ prepare: ({ studio }) => (studio.canvas = null) })
    await obs.addOverlay()
    expect(studio.inputs.get('Gatehouse')?.settings).toEqual(right)
  })

  it('says that this OBS has no browser source (status 605)', async () => {
    const { obs } = await connectedObs({ prepare: ({ studio }) => (studio.kinds = ['image_source']) })
    expect(await obs.addOverlay()).toEqual({ kind: 'no-browser' })
  })

  it('says that OBS is busy while it changes the scene collection (status 207)', async () => {
    const { obs, studio } = await connectedObs()
    studio.isReady = false
    expect(await obs.addOverlay()).toEqual({ kind: 'busy' })
  })

  it('is not added to an OBS on another computer, which cannot show it', async () => {
    const { obs, fake, clock, studio } = await connectedObs()
    fake.isHere = false
    obs.connect()
    await clock.advance(0)
    expect(await obs.addOverlay()).toEqual({ kind: 'elsewhere' })
    expect(studio.inputs.size).toBe(0)
  })

  it('says that the overlay cannot be opened, or that there is no connection', async () => {
    const { obs, overlay, change } = await connectedObs()
    overlay.address = undefined
    expect(await obs.addOverlay()).toEqual({ kind: 'no-overlay' })
    change({ enabled: false })
    expect(await obs.addOverlay()).toEqual({ kind: 'not-connected' })
  })

  it('says that others have to be given the new address', async () => {
    const { obs, overlay } = await connectedObs()
    overlay.isNew = true
    expect(await obs.addOverlay()).toMatchObject({ isNewAddress: true })
  })
})
