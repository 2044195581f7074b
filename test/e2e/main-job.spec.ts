import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { callTool, connectClient, startWorld } from '../fixtures/programs.js'
import { expect, isPopUpVisible, launch, test, watchLock } from './program.js'
import { violations } from './violations.js'

test('an AI client acts in a real Minecraft world after a person approves in the pop-up', async ({
  cleanUp,
}, testInfo) => {
  const world = await startWorld(cleanUp)
  const program = await launch(cleanUp)
  const { window, popUp } = program

  await test.step('a person adds the server', async () => {
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await window.getByRole('button', { name: 'Add a server' }).first().click()
    await window.getByRole('button', { name: 'For developers' }).click()
    await window.getByLabel('Name').fill('Survival')
    await window.getByLabel('Address').fill(world.agent)
    await window.getByLabel('Token').fill(world.token)
    await window.getByRole('button', { name: /^Add/ }).last().click()
    await expect(window.getByText('Connected', { exact: true }).first()).toBeVisible()
    await window.screenshot({ path: testInfo.outputPath('servers.png') })
  })

  await test.step('nothing can be used before the person has accepted it', async () => {
    const { client } = await connectClient(cleanUp, program.profile)
    const { tools } = await client.listTools()
    expect(tools.filter(({ _meta }) => _meta?.layer !== 'meta')).toEqual([])
    const refused = await callTool(client, 'world_time_get', { worldName: 'world' })
    expect(refused).toMatchObject({ success: false, error: { code: 'E_RISK_OPERATION_BLOCKED' } })
    await client.close()
    const list = window.getByRole('tabpanel')
    await expect(
      list.getByRole('group', { name: 'Set the time' }).getByRole('button', { name: 'Off' }),
    ).toHaveAttribute('aria-pressed', 'true')
    await list.getByRole('button', { name: 'Teleport a player', exact: true }).click()
    expect(await violations(window)).toEqual([])
    await window.screenshot({ path: testInfo.outputPath('review.png') })
    const start = window.getByRole('button', { name: 'Start with the defaults' })
    await start.click()
    await expect(start).toBeHidden()
    await expect(
      list.getByRole('group', { name: 'Set the time' }).getByRole('button', { name: 'Ask' }),
    ).toHaveAttribute('aria-pressed', 'true')
    await window.getByRole('navigation').getByText('Home').click()
  })

  await test.step('what happens in the game appears as it happens', async () => {
    world.process.send({ join: 'Alex' })
    await expect(window.getByText('Alex joined')).toBeVisible()
    world.process.send({ say: 'can we have night for the building contest?', as: 'Alex' })
    await expect(window.getByText('can we have night for the building contest?')).toBeVisible()
  })

  const { client } = await connectClient(cleanUp, program.profile)

  await test.step('reading needs no approval', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('world_time_get')
    const time = await callTool(client, 'world_time_get', { worldName: 'world' })
    expect(time.success).toBe(true)
    expect(await isPopUpVisible(program)).toBe(false)
  })

  await test.step("a teleport moves the player's own client", async () => {
    const location = { world: 'world', x: 40, y: 80, z: -12 }
    await callTool(client, 'player_teleport', { playerName: 'Steve', location })
    const moved = await world.process.until(({ event }) => event === 'player-moved')
    expect(moved.position).toMatchObject({ x: 40, z: -12 })
  })

  const setTime = (time: number, reason?: string) =>
    callTool(client, 'world_time_set', { worldName: 'world', time, ...(reason && { reason }) })

  await test.step('the pop-up appears, and Approve changes the time', async () => {
    const { data } = await callTool(client, 'get_recent_events', { eventId: 'player.chat' })
    expect(JSON.stringify(data)).toContain('can we have night')
    const locked = await watchLock(popUp, 'Approve')
    const answer = setTime(13_000, 'The players asked for a moonlit building contest.')
    const approve = popUp.getByRole('button', { name: 'Approve once' })
    await expect(popUp.getByRole('heading')).toContainText('Set the time in world to night?')
    await locked()
    await expect(approve).toBeEnabled()
    await popUp.screenshot({ path: testInfo.outputPath('pop-up.png') })
    await window.screenshot({ path: testInfo.outputPath('window.png') })
    await approve.click()
    expect(await answer).toMatchObject({ success: true })
    await world.process.until(
      ({ event, timeOfDay }) => event === 'player-time' && Math.abs(Number(timeOfDay) - 13_000) < 400,
    )
    await expect.poll(() => isPopUpVisible(program)).toBe(false)
  })

  await test.step('Deny changes nothing', async () => {
    const seen = world.process.lines.length
    const answer = setTime(1_000)
    await popUp.getByRole('button', { name: 'Deny' }).click()
    expect(await answer).toMatchObject({ success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } })
    const time = await callTool(client, 'world_time_get', { worldName: 'world' })
    expect(Number(time.data?.time)).toBeGreaterThan(12_000)
    expect(world.process.lines.slice(seen).filter(({ event }) => event === 'player-time')).toEqual([])
  })

  await test.step('a line of the chat shows who received it, and the requests soon after', async () => {
    await window.getByRole('button', { name: /can we have night/u, expanded: false }).press('Enter')
    const reported = window.getByRole('region', { name: 'Read by' })
    await expect(reported).toContainText('Claude Desktop')
    await expect(reported.getByRole('button', { name: /set the time in world to night/u })).toBeVisible()
    await window.screenshot({ path: testInfo.outputPath('read-by.png') })
  })

  await test.step('everything is in the audit trail', async () => {
    await client.close()
    await program.electron.close()
    const audit = cleanUp.add(openAuditLog(program.profile), (log) => log.close())
    const trail = audit.recent(100).reverse()
    expect(trail.map(({ capabilityId }) => capabilityId)).toEqual(
      expect.arrayContaining(['world.time.get', 'player.teleport', 'world.time.set']),
    )
    const decisions = trail.filter(({ eventType, approvalInfo }) => approvalInfo?.required && eventType !== 'invoke')
    expect(
      decisions.map(({ eventType, capabilityId, approvalInfo }) => [eventType, capabilityId, approvalInfo?.approvedBy]),
    ).toEqual([
      // Restoring a backup starts switched off.
      ['reject', 'system.rule.create', 'desktop'],
      ['reject', 'system.manifest.reject', undefined],
      // What asks, then what is allowed.
      ['approve', 'system.manifest.accept', 'desktop'],
      ['approve', 'system.manifest.accept', 'desktop'],
      ['approve', 'world.time.set', 'desktop'],
      ['reject', 'world.time.set', 'desktop'],
    ])
  })
})
