import { afterEach, expect, it } from 'vitest'
import { BedrockScene } from '../../fakes/bedrock/bedrock-scene.js'

let scene: BedrockScene
afterEach(() => scene.close())

it('a game that sends ten thousand chat lines a second passes on a bounded number of them, and commands still get their replies', async () => {
  scene = await BedrockScene.open()
  const { game, id } = await scene.accepted()
  const before = process.memoryUsage().heapUsed
  for (let batch = 0; batch < 40; batch++) {
    for (let sent = 0; sent < 250; sent++) game.say('Steve', `line ${batch} ${sent} ${'x'.repeat(80)}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const report = await scene.under.call('player.list', {})
  expect(report.outcome).toMatchObject({ kind: 'done' })
  expect(scene.events('player.chat').length).toBeLessThan(1_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1_048_576)
  expect(scene.server(id)?.state).toBe('online')
})

it('a game that never stops sending is closed', async () => {
  scene = await BedrockScene.open({ encryption: false })
  const { game, id } = await scene.accepted()
  let isClosed = false
  void game.closed.then(() => {
    isClosed = true
  })
  const line = JSON.stringify({ header: { eventName: 'PlayerMessage' }, body: { pad: 'x'.repeat(100_000) } })
  while (!isClosed) {
    game.raw(line)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await scene.until(() => scene.server(id)?.state === 'offline')
})
