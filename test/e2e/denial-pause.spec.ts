/** A program that is denied several times is paused; the owner sees why, and resumes it. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { runCommandLine } from '../../src-main/cli/command-line.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { terminal } from '../fixtures/terminal.js'
import { expect, isPopUpVisible, launch, type Program, test } from './program.js'
import { violations } from './violations.js'

const setTime = (client: Client, time: number) => callTool(client, 'world_time_set', { worldName: 'world', time })

async function denyInPopUp(program: Program, call: Promise<unknown>) {
  await expect.poll(() => isPopUpVisible(program)).toBe(true)
  await expect(program.popUp.getByRole('button', { name: /^Deny/u })).toBeEnabled()
  await program.popUp.keyboard.press('Escape')
  expect(await call).toMatchObject({ success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } })
  await expect.poll(() => isPopUpVisible(program)).toBe(false)
}

test('denials pause the program, and the owner lets it ask again', async ({ cleanUp }, testInfo) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, profile } = program
  const screen = terminal({})
  expect(await runCommandLine(['clients', 'add', 'Cursor', '--key-file', 'cursor', '--profile', profile], screen)).toBe(
    0,
  )
  const { client: cursor } = await connectClient(cleanUp, profile, 'Cursor', 'cursor')
  for (const time of [1_000, 2_000, 3_000]) await denyInPopUp(program, setTime(cursor, time))

  expect(await setTime(cursor, 4_000)).toMatchObject({ success: false, error: { code: 'E_RISK_ASKING_PAUSED' } })
  expect(await callTool(cursor, 'world_time_get', { worldName: 'world' })).toMatchObject({ success: true })
  expect(await isPopUpVisible(program)).toBe(false)

  const banner = window.getByRole('region', { name: 'Cursor is paused' })
  await window.getByRole('button', { name: 'Approvals', exact: true }).click()
  await expect(banner).toContainText(/Cursor is paused until \S+.* because you denied several requests\./u)
  await expect(banner).toContainText(/3 denied in \d+ minutes?\. Cursor can still read\./u)
  expect(await violations(window)).toEqual([])
  await window.screenshot({ path: testInfo.outputPath('asking-paused.png') })

  const { client: other } = await connectClient(cleanUp, profile)
  await denyInPopUp(program, setTime(other, 5_000))

  await window.getByRole('button', { name: 'AI clients', exact: true }).click()
  const row = window.getByRole('listitem').filter({ hasText: 'Cursor' })
  await expect(row).toContainText(/Paused until \d\d:\d\d/u)
  await expect(row).toContainText(/You denied 3 requests in \d+ minutes?/u)
  await window.getByRole('button', { name: 'Resume requests from Cursor' }).click()
  await expect(window.getByRole('button', { name: 'Change Cursor' })).toBeVisible()
  await denyInPopUp(program, setTime(cursor, 4_000))

  await window.getByRole('button', { name: /^(?:Audit|Log)/u }).click()
  await expect(window.getByText(/resumed requests from Cursor/u).first()).toBeVisible()
  await expect(window.getByText('Cursor was paused after several denials').first()).toBeVisible()
})
