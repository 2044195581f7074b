import { randomInt } from 'node:crypto'
import { agentPort } from '@contract/frames.js'
import { expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'

// verifies: agents-connection
it('dials port 8765 where the address names none', async () => {
  expect(agentPort).toBe(8765)
  // A separate loopback address, so that a listener on 127.0.0.1:8765 is not affected.
  const host = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(2, 255)}`
  const scene = await ConnectionScene.open({}, { host, port: agentPort })
  scene.add({ address: `ws://${host}` })
  await scene.serverIs(isState('online'))
  expect(scene.agent.connections).toBe(1)
  await scene.end()
})
