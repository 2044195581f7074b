import AxeBuilder from '@axe-core/playwright'
import { CleanUp } from '../fixtures/programs.js'
import { expect, launch, test } from './program.js'

test('a newcomer gets from the first window to an approved action, by the screen alone', async ({
  cleanUp,
}, testInfo) => {
  const profile = cleanUp.folder()
  const { window, popUp } = await launch(cleanUp, [], profile)
  const clean = async () =>
    expect((await new AxeBuilder({ page: window }).setLegacyMode(true).analyze()).violations).toEqual([])
  const steps = window.getByRole('navigation', { name: 'First steps' })
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })

  await expect(window.getByRole('heading', { level: 1 })).toBeFocused()
  await clean()
  await picture('welcome')
  await window.keyboard.press('Tab')
  await window.getByRole('button', { name: 'Begin' }).press('Enter')
  await window.getByRole('button', { name: /^Add the demo world/u }).click()
  await expect(window.getByText('Demo world answers.')).toBeVisible()
  await expect(steps.getByRole('button', { name: /Your world/u })).toContainText('done')
  await expect(steps.getByRole('button', { name: /What this is/u })).toContainText('done')
  await expect(window.getByRole('button', { name: /^The demo world is there/u })).toBeDisabled()
  await expect(window.getByText('For Paper or Fabric there is no such agent yet.')).toBeVisible()
  await clean()
  await window.getByRole('button', { name: 'Next' }).click()
  await expect(window.getByText('No AI client has connected yet.')).toBeVisible()
  await clean()
  await picture('client')
  await window.getByRole('button', { name: 'Later' }).click()

  await window.getByRole('button', { name: 'Play an AI' }).click()
  await expect(popUp.getByText('Practice: Gatehouse plays an AI')).toBeVisible()
  await expect(popUp.getByText('written by Gatehouse for this practice, by no AI')).toBeVisible()
  await popUp.getByRole('button', { name: /^Deny/u }).click()
  await expect(window.getByText('You said no, so nothing was done')).toBeVisible()
  await window.getByRole('button', { name: 'Play an AI' }).click()
  await expect(popUp.getByText('Practice: Gatehouse plays an AI')).toBeVisible()
  await expect(window.getByText('You said no, so nothing was done')).toBeHidden()
  await popUp.getByRole('button', { name: /^Approve/u }).click()
  await expect(window.getByText('You answered yes, and it was done')).toBeVisible()
  await expect(window.getByText('That is all there is to it.')).toBeVisible()
  await clean()
  await picture('tried')
  await window.getByRole('button', { name: 'To the live view' }).click()
  await expect(window.getByRole('heading', { name: 'Live' })).toBeVisible()
  await expect(window.getByText('Practice AI').first()).toBeVisible()
})

test('who has seen the first steps is spared them, and finds them again in Chinese', async ({ cleanUp }, testInfo) => {
  const profile = cleanUp.folder()
  const first = new CleanUp()
  const { window } = await launch(first, [], profile)
  await window.getByRole('button', { name: 'Skip for now' }).click()
  await expect(window.getByRole('heading', { name: 'Live' })).toBeVisible()
  await first.run()

  const again = (await launch(cleanUp, [], profile)).window
  await expect(again.getByRole('heading', { name: 'Live' })).toBeVisible()
  await again.getByRole('navigation').getByText('Settings').click()
  await again.getByText('中文').click()
  await again.getByRole('button', { name: '显示', exact: true }).click()
  await expect(again.getByRole('heading', { name: '把世界的钥匙交给 AI，依然安心入睡' })).toBeVisible()
  await again.screenshot({ path: testInfo.outputPath('welcome-zh.png') })
})
