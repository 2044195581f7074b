import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, launch, openRules, settingsOf, test } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

test('lowering safety needs a second click, and the dark Chinese screens pass accessibility checks', async ({
  cleanUp,
}) => {
  const { window } = await launch(cleanUp, ['--simulator'])
  const settings = () => settingsOf(window)

  await window.getByRole('button', { name: 'Settings' }).click()
  await expect(window.getByText('Not chosen yet.')).toBeVisible()
  expect((await settings()).criticalQuorum).toBe(0)
  await window.getByText('Me and others', { exact: true }).click()
  await expect.poll(async () => (await settings()).criticalQuorum).toBe(2)
  await window.getByText('Only me', { exact: true }).click()
  expect(await violations(window)).toEqual([])
  expect((await settings()).criticalQuorum).toBe(2)
  await window.getByRole('button', { name: 'Keep it as it is' }).click()
  expect((await settings()).criticalQuorum).toBe(2)
  await window.getByText('Only me', { exact: true }).click()
  await window.getByRole('button', { name: 'Change it' }).click()
  await expect.poll(async () => (await settings()).criticalQuorum).toBe(1)

  await window.getByLabel('Keep log entries for (days)', { exact: true }).fill('0')
  await expect(window.getByText('Enter a whole number from 1 to 36,500.')).toBeVisible()
  await window.getByLabel('Keep log entries for (days)', { exact: true }).fill('30')
  await window.getByRole('button', { name: 'Save: Keep log entries for (days)' }).click()
  await expect.poll(async () => (await settings()).auditDays).toBe(30)

  await window.evaluate(() => gatehouse.request('settings:change', { language: 'zh', theme: 'dark' }))
  await openRules(window, { approvals: '审批', rules: '规则' })
  await expect(window.getByRole('button', { name: '新建规则' })).toBeVisible()
  expect(await violations(window)).toEqual([])
  for (const screen of ['日志', '撤销', '设置']) {
    await window.getByRole('button', { name: screen, exact: true }).click()
    await expect(window.getByRole('heading', { level: 1, name: screen })).toBeVisible()
    expect(await violations(window)).toEqual([])
  }
})

test('a critical call without enough approvers shows a note above every screen with a link to the setting', async ({
  cleanUp,
}) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window } = program
  await window.evaluate(() => gatehouse.request('settings:change', { criticalQuorum: 2 }))
  const { client } = await connectClient(cleanUp, program.profile)
  const answer = await callTool(client, 'player_ban', { playerName: 'Mia', reason: 'Griefing' })
  expect(answer).toMatchObject({ success: false, error: { code: 'E_RISK_OPERATION_BLOCKED' } })
  expect(JSON.stringify(answer)).not.toContain('Settings')

  const note = window.getByRole('region', { name: 'Not enough approvers' })
  await expect(note.getByText('needs 2 approvals, and you are the only approver')).toBeVisible()
  await note.getByRole('button', { name: 'What happened' }).click()
  const story = window.getByRole('region', { name: 'What happened' })
  await expect(story.getByText('needs 2 approvals, and you are the only approver').first()).toBeVisible()
  await note.getByRole('button', { name: 'Settings → Safety' }).click()
  await expect(window.getByText('Two people must approve critical actions.').first()).toBeVisible()
  await window.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toHaveCount(0)
})

// verifies: promise 14
test('before the setting is chosen, one person approves a ban by typing the name, and is asked who decides', async ({
  cleanUp,
}, testInfo) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp } = program
  const { client } = await connectClient(cleanUp, program.profile)
  const banned = callTool(client, 'player_ban', { playerName: 'Steve', reason: 'Griefing' })
  const typed = popUp.getByLabel(/Steve/u).and(popUp.getByRole('textbox'))
  await expect(typed).toBeVisible()
  const note = window.getByRole('region', { name: 'Who decides' })
  await expect(note).toBeVisible()
  await window.screenshot({ path: testInfo.outputPath('who-decides-note.png') })
  expect(await violations(window)).toEqual([])
  const approve = popUp.locator('.pop-up-approve')
  await typed.click()
  await typed.fill('player.ban')
  await expect(approve).toBeDisabled()
  await typed.fill('steve')
  await expect(approve).toBeDisabled()
  await typed.fill('Steve')
  await expect(approve).toBeEnabled()
  await popUp.screenshot({ path: testInfo.outputPath('typed.png') })
  await approve.click()
  expect(await banned).toMatchObject({ success: true })
  await note.getByRole('button', { name: 'Only me' }).click()
  await expect(note).toHaveCount(0)
  await expect.poll(async () => (await settingsOf(window)).criticalQuorum).toBe(1)
})
