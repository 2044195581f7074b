/** An AI VTuber in the real window: test, connect, act, approve, context, choose actions, remove. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { VtuberModel } from '../fakes/neuro/vtuber-model.js'
import { until } from '../fixtures/until.js'
import { expect, isPopUpVisible, launch, test } from './program.js'
import { violations } from './violations.js'

test('an AI VTuber plays, and a person decides about what is risky', async ({ cleanUp }, testInfo) => {
  const ai = cleanUp.add(await VtuberModel.open({ character: 'Neuro-sama' }), (one) => one.close())
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp } = program
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true })

  await test.step('the test says what is wrong with an address', async () => {
    await window.getByRole('navigation').getByText('AI clients').click()
    await window.getByRole('button', { name: 'Connect an AI' }).first().click()
    await window.getByText('More', { exact: true }).click()
    await window.getByRole('button', { name: 'Connect an AI VTuber' }).click()
    const address = window.getByLabel('Address of the AI')
    await expect(address).toHaveValue('ws://localhost:8000')
    for (const [given, said] of [
      ['http://localhost:8000', 'Enter an address that begins with ws://.'],
      ['ws://8.8.8.8:8000', 'This address is on the internet.'],
      ['ws://127.0.0.1:9', 'Couldn’t connect.'],
      [ai.address, 'It works. A program listens there.'],
    ] as const) {
      await address.fill(given)
      await window.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(window.getByText(said)).toBeVisible()
    }
  })

  const card = window.getByRole('region', { name: 'Neuro', exact: true })

  await test.step('it connects, and the AI gets its actions', async () => {
    await window.getByLabel('Name of the AI').fill('Neuro')
    await picture('form')
    await window.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(card.getByText('Connected as Neuro-sama')).toBeVisible()
    await ai.when(() => ai.actions.has('world_time_set'))
  })

  await test.step('a risky action waits for the pop-up, and its outcome comes as context', async () => {
    const result = await ai.act('world_time_set', { worldName: 'world', time: 13_000 })
    expect(result).toMatchObject({ success: true, message: 'A person decides. I will tell you.' })
    await expect.poll(() => isPopUpVisible(program)).toBe(true)
    await expect(card.getByText('1 request waiting for approval.')).toBeVisible()
    await expect(popUp.getByText('Neuro').first()).toBeVisible()
    const yes = popUp.getByRole('button', { name: /^Approve/ })
    await expect(yes).toBeEnabled()
    await yes.click()
    await until(() => ai.contexts.some(({ message }) => message.includes('is now 13000')))
    await expect(card.getByText('world_time_set').first()).toBeVisible()
    await card.getByText(/^\d+ tools$/).click()
    await picture('connected')
    expect(await violations(window)).toEqual([])
  })

  await test.step('a denial is sent, and nothing is done', async () => {
    await ai.act('world_time_set', { worldName: 'world', time: 1_000 })
    await expect.poll(() => isPopUpVisible(program)).toBe(true)
    await popUp.getByRole('button', { name: 'Deny', exact: true }).click()
    await until(() => ai.contexts.some(({ message }) => message.includes('A person said no.')))
    expect(ai.results.every(({ success }) => success)).toBe(true)
  })

  await test.step('the owner chooses the actions', async () => {
    await card.getByRole('checkbox', { name: /world_time_set/ }).uncheck()
    await ai.when(() => !ai.actions.has('world_time_set'))
    expect(ai.actions.has('world_time_get')).toBe(true)
  })

  await test.step('removing the AI disconnects it', async () => {
    await card.getByRole('button', { name: 'Remove', exact: true }).click()
    await card.getByRole('button', { name: 'Remove AI' }).click()
    await expect(card).toHaveCount(0)
    await ai.when(() => ai.closeCodes.includes(1000) && ai.actions.size === 0)
    expect(ai.faults).toEqual([])
  })

  await test.step('a report of the stream says so, and the command line verifies it', async () => {
    const file = path.join(program.profile, 'report.html')
    await program.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, file)
    await window.getByRole('button', { name: 'Log', exact: true }).click()
    await window.getByRole('button', { name: 'Report…' }).click()
    const dialog = window.getByRole('dialog', { name: 'Report of a stream' })
    await picture('report')
    expect(await violations(window)).toEqual([])
    await dialog.getByRole('button', { name: 'Web page' }).click()
    await expect(dialog.getByText('Saved to')).toBeVisible()
    const page = readFileSync(file, 'utf8')
    expect(page).toMatch(/Neuro: Set the time\. A person approved it\. Done\./u)
    expect(page).toContain('Neuro: Set the time. Denied. Not done.')
    const verify = ['dist/cli.cjs', 'report', 'verify', file, '--profile', program.profile]
    expect(execFileSync(process.execPath, verify, { encoding: 'utf8' })).toContain('The report is true')
  })
})
