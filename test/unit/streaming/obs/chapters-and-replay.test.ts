import { describe, expect, it } from 'vitest'
import { minChapterMs } from '../../../../src-main/streaming/obs/chapters.js'
import { replayWithinMs } from '../../../../src-main/streaming/obs/obs.js'
import { answerWithinMs } from '../../../../src-main/streaming/obs/obs-session.js'
import { connectedObs } from '../../../fakes/obs/obs-scene.js'

async function recording(prepare?: Parameters<typeof connectedObs>[0]) {
  const scene = await connectedObs(prepare)
  scene.model.recordingBecame('STARTING', 'STARTED')
  await scene.settle()
  return scene
}

const chaptersOf = (scene: Awaited<ReturnType<typeof connectedObs>>) => {
  const connection = scene.connection()
  return connection.kind === 'connected' ? connection.chapters : undefined
}

describe('chapters', () => {
  it('have the built-in name of the action in the language of the program, and no text of others', async () => {
    const scene = await recording()
    scene.obs.acted('world.time.set')
    await scene.clock.advance(minChapterMs)
    scene.obs.acted('ext.shop.steal_from_notch')
    await scene.clock.advance(minChapterMs)
    scene.stream.language = 'zh'
    scene.obs.acted('world.time.set')
    await scene.settle()
    expect(scene.studio.chapters).toEqual(['AI: Set the time', 'AI: an action', 'AI: 设置时间'])
    expect(chaptersOf(scene)).toBe('works')
  })

  it('are at least a second apart', async () => {
    const scene = await recording()
    for (let count = 0; count < 1_000; count += 1) scene.obs.acted('world.time.set')
    await scene.settle()
    expect(scene.studio.chapters).toHaveLength(1)
  })

  it('are not asked for without a recording, nor while it is paused: OBS answers 702 as for a wrong format', async () => {
    const scene = await connectedObs()
    scene.obs.acted('world.time.set')
    scene.model.recordingBecame('STARTING', 'STARTED', 'PAUSED')
    await scene.clock.advance(minChapterMs)
    scene.obs.acted('world.time.set')
    await scene.clock.advance(minChapterMs)
    expect(scene.studio.requests.filter(({ name }) => name === 'CreateRecordChapter')).toEqual([])
    scene.model.recordingBecame('RESUMED')
    await scene.clock.advance(minChapterMs)
    scene.obs.acted('world.time.set')
    await scene.settle()
    expect(scene.studio.chapters).toHaveLength(1)
  })

  it('are tried once in a format without chapters (status 702), and again in the next recording', async () => {
    const scene = await recording({ prepare: ({ studio }) => (studio.format = 'mkv') })
    for (let count = 0; count < 3; count += 1) {
      scene.obs.acted('world.time.set')
      await scene.clock.advance(minChapterMs)
    }
    expect(scene.studio.requests.filter(({ name }) => name === 'CreateRecordChapter')).toHaveLength(1)
    expect(chaptersOf(scene)).toBe('wrong-format')
    scene.model.recordingBecame('STOPPING', 'STOPPED')
    scene.studio.format = 'hybrid_mp4'
    scene.model.recordingBecame('STARTING', 'STARTED')
    await scene.settle()
    scene.obs.acted('world.time.set')
    await scene.settle()
    expect(scene.studio.chapters).toHaveLength(1)
  })

  it('are not asked of an OBS before 30.2 (status 204)', async () => {
    const scene = await recording({ prepare: ({ studio }) => (studio.knowsChapters = false) })
    scene.obs.acted('world.time.set')
    await scene.settle()
    expect(chaptersOf(scene)).toBe('too-old')
    expect(scene.studio.chapters).toEqual([])
  })

  it('can be switched off; a mark that the owner sets is made anyway', async () => {
    const scene = await recording({ obs: { chapters: false } })
    scene.obs.acted('world.time.set')
    await scene.settle()
    expect(scene.studio.chapters).toEqual([])
    const marked = scene.obs.mark()
    await scene.settle()
    expect(await marked).toBe(true)
    expect(scene.studio.chapters).toEqual(['Mark'])
  })
})

describe('replay', () => {
  it('is saved when OBS says that the file is written', async () => {
    const { obs, studio, settle } = await connectedObs({ prepare: ({ studio }) => (studio.replay = 'running') })
    const saved = obs.saveReplay()
    await settle()
    expect(await saved).toEqual({ kind: 'saved' })
    expect(studio.savedReplays).toBe(1)
  })

  it('is not said to be saved when OBS only accepted it', async () => {
    const { obs, studio, clock } = await connectedObs({ prepare: ({ studio }) => (studio.replay = 'running') })
    studio.onReplaySaved = () => {}
    const saved = obs.saveReplay()
    await clock.advance(replayWithinMs)
    expect(await saved).toEqual({ kind: 'unconfirmed' })
  })

  it.each([
    ['stopped', 'not-running'],
    ['unavailable', 'unavailable'],
  ] as const)('says why there is none: %s (status 501, 604)', async (replay, kind) => {
    const { obs, settle } = await connectedObs({ prepare: ({ studio }) => (studio.replay = replay) })
    const saved = obs.saveReplay()
    await settle()
    expect(await saved).toEqual({ kind })
  })

  it('is no answer when OBS says nothing', async () => {
    const { obs, model, clock } = await connectedObs({ prepare: ({ studio }) => (studio.replay = 'running') })
    model.receive = () => {}
    const saved = obs.saveReplay()
    await clock.advance(answerWithinMs)
    expect(await saved).toEqual({ kind: 'no-answer' })
  })

  it('is followed while it starts and stops', async () => {
    const { model, connection, settle } = await connectedObs({ prepare: ({ studio }) => (studio.replay = 'stopped') })
    model.replayBecame('STARTING', 'STARTED')
    await settle()
    expect(connection()).toMatchObject({ replay: 'running' })
    model.replayBecame('STOPPING', 'STOPPED')
    await settle()
    expect(connection()).toMatchObject({ replay: 'stopped' })
  })
})
