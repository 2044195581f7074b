/** A voice device, connected in the real window: test, connect, ask, approve, choose tools, remove. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { spokenText } from '../fakes/xiaozhi/endpoint-model.js'
import { openEndpointServer } from '../fakes/xiaozhi/endpoint-server.js'
import { until } from '../fixtures/until.js'
import { expect, isPopUpVisible, launch, test } from './program.js'
import { violations } from './violations.js'

const token = 'eyJ.very-secret.token'

test('a voice device is connected, and does nothing risky without approval', async ({ cleanUp }, testInfo) => {
  const server = cleanUp.add(await openEndpointServer({ clock: systemClock, token }), (one) => one.close())
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp, profile } = program
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true })

  await test.step('the test reports a wrong token', async () => {
    await window.getByRole('navigation').getByText('AI clients').click()
    await window.getByRole('button', { name: 'Connect an AI' }).first().click()
    await window.getByText('More', { exact: true }).click()
    await window.getByRole('button', { name: 'Connect a XiaoZhi device' }).click()
    await window.getByLabel('Endpoint address').fill('https://example.org')
    await window.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(window.getByText('Enter an address that begins with wss://.')).toBeVisible()
    await window.getByLabel('Endpoint address').fill(server.address.replace('very', 'not'))
    await window.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(window.getByText('XiaoZhi refused the token.')).toBeVisible()
  })

  const card = window.getByRole('region', { name: 'Living room' })

  await test.step('the right address connects', async () => {
    await window.getByLabel('Endpoint address').fill(server.address)
    await window.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(window.getByText('It works. The token was accepted.')).toBeVisible()
    await window.getByLabel('Name of the device').fill('Living room')
    await picture('form')
    await window.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(card.getByText('Connected. No device has asked yet.')).toBeVisible()
  })

  const device = server.model.device()

  await test.step('a risky request waits for the pop-up, and its result comes with the next call', async () => {
    await device.begin()
    const received = device.call('world_time_set', { worldName: 'world', time: 13_000 })
    await expect.poll(() => isPopUpVisible(program)).toBe(true)
    expect(spokenText(await received)).toContain('Waiting for your approval on the computer')
    await expect(card.getByText('1 request waiting for approval.')).toBeVisible()
    await expect(popUp.getByText('Living room').first()).toBeVisible()
    const yes = popUp.getByRole('button', { name: /^Approve/ })
    await expect(yes).toBeEnabled()
    await yes.click()
    let outcome = ''
    await until(async () => {
      outcome = spokenText(await device.call('get_outcome'))
      return outcome.includes('is now 13000')
    })
    await expect(card.getByText('get_outcome')).toBeVisible()
    await card.getByText(/^\d+ tools$/).click()
    await picture('connected')
    expect(await violations(window)).toEqual([])
  })

  await test.step('the owner chooses the tools', async () => {
    await card.getByRole('checkbox', { name: /world_time_set/ }).uncheck()
    await expect(card.getByRole('button', { name: 'Use the usual tools' })).toBeVisible()
    expect(spokenText(await device.call('world_time_set', { worldName: 'world', time: 1_000 }))).toContain('no tool')
  })

  await test.step('the address is shown nowhere', async () => {
    expect(await window.content()).not.toContain('very-secret')
    for (const file of ['settings.json', 'gatehouse.log']) {
      expect(readFileSync(path.join(profile, file), 'utf8')).not.toContain('very-secret')
    }
  })

  await test.step('removing the device disconnects it', async () => {
    await card.getByRole('button', { name: 'Remove', exact: true }).click()
    await card.getByRole('button', { name: 'Remove device' }).click()
    await expect(card).toHaveCount(0)
    await until(() => !server.model.isRegistered)
  })
})
