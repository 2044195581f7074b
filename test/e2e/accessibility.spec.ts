/** Every screen and the pop-up: by the accessibility rules, and by the keyboard alone; in both languages and themes, without a reload. */
import type { Page } from '@playwright/test'
import type { Settings } from '@shared/program/settings.js'
import type { GatehouseApi } from '../../src-main/owner/table/table.js'
import { callTool, connectClient } from '../fixtures/programs.js'
import { expect, launch, type Program, test, watchLock } from './program.js'
import { violations } from './violations.js'

declare const gatehouse: GatehouseApi

const change = ({ window }: Program, settings: Partial<Settings>) =>
  window.evaluate((wanted) => gatehouse.request('settings:change', wanted), settings)

/** How often the time was set, as the trail has it. */
const timesDone = ({ window }: Program) =>
  window.evaluate(async () => {
    const page = await gatehouse.request('audit:search', { capability: 'world.time.set', outcome: 'done' })
    return page.ok ? page.value.rows.length : page.error.code
  })

/** Presses Tab until the focus has left the screen, and says what can be used there and was not reached, or not shown as reached. */
const unreached = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(() => {
    const within = document.querySelector('.frame-screen') as HTMLElement
    const usable = [...within.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href], [tabindex="0"]')]
    const wanted = usable.filter(
      (each) =>
        each.tabIndex >= 0 &&
        !each.matches(':disabled, [type="radio"]:not(:checked)') &&
        each.checkVisibility({ visibilityProperty: true, opacityProperty: false }),
    )
    within.focus()
    Object.assign(globalThis, { wanted: new Set(wanted), hidden: [] })
  })
  const press = async (left: number): Promise<void> => {
    await page.keyboard.press('Tab')
    const hasMore = await page.evaluate(() => {
      const { wanted, hidden } = globalThis as unknown as { wanted: Set<Element>; hidden: string[] }
      const at = document.activeElement
      if (at === null || !at.closest('.frame-screen')) return false
      wanted.delete(at)
      const shows = (each: Element) =>
        [undefined, '::after'].some((part) => {
          const { outlineStyle, boxShadow } = getComputedStyle(each, part)
          return outlineStyle !== 'none' || boxShadow !== 'none'
        })
      const around = [at, at.parentElement, at.closest('label')].filter((each) => each !== null)
      const ring = around.some((each) => shows(each))
      if (!ring) hidden.push(`no ring: ${at.outerHTML.slice(0, 120)}`)
      return wanted.size > 0
    })
    if (hasMore && left > 0) await press(left - 1)
  }
  await press(120)
  return page.evaluate(() => {
    const { wanted, hidden } = globalThis as unknown as { wanted: Set<Element>; hidden: string[] }
    return [...hidden, ...[...wanted].map((each) => `not reached: ${each.outerHTML.slice(0, 120)}`)]
  })
}

const looks = [
  { language: 'en', theme: 'light', title: 'Settings' },
  { language: 'zh', theme: 'dark', title: '设置' },
] as const

test('every screen passes the accessibility rules and is reached and used by keyboard', async ({
  cleanUp,
}, testInfo) => {
  const program = await launch(cleanUp, ['--simulator'])
  const { window, popUp, profile } = program
  for (const page of [window, popUp]) await page.emulateMedia({ reducedMotion: 'reduce' })
  const { client } = await connectClient(cleanUp, profile)
  const location = { world: 'world', x: 40, y: 80, z: -12 }
  await callTool(client, 'player_teleport', { playerName: 'Steve', location })
  await callTool(client, 'world_weather_set', { worldName: 'world', weather: 'rain' })
  const setTime = (time: number) => callTool(client, 'world_time_set', { worldName: 'world', time })
  const answers = [setTime(13_000), setTime(14_000), setTime(15_000)]
  await expect(popUp.locator('.pop-up-all')).toBeVisible()

  const rail = window.locator('.rail-link')
  const screens = await rail.count()
  expect(screens).toBe(8)

  for (const { language, theme, title } of looks) {
    await change(program, { language, theme })
    await expect(rail.last()).toContainText(title)
    for (let place = 0; place < screens; place++) {
      if (place === screens - 1) await window.keyboard.press('Control+,')
      else await window.keyboard.press(`Control+${place + 1}`)
      await expect(rail.nth(place)).toHaveAttribute('aria-current', 'page')
      await expect(window.locator('.screen h1')).toBeVisible()
      const name = `${language} ${await window.locator('.screen h1').innerText()}`
      expect.soft(await violations(window), name).toEqual([])
      if (language === 'en') expect.soft(await unreached(window), name).toEqual([])
      await window.screenshot({ path: testInfo.outputPath(`screen-${language}-${place + 1}.png`) })
    }

    expect.soft(await violations(popUp), `${language} question`).toEqual([])
    await popUp.locator('.pop-up-all').click()
    await expect(popUp.locator('.stack-row')).toHaveCount(3)
    await expect(popUp.locator('.button.go')).toBeEnabled()
    expect.soft(await violations(popUp), `${language} list`).toEqual([])
    await popUp.screenshot({ path: testInfo.outputPath(`stack-${language}.png`) })
    await popUp.keyboard.press('Escape')
    await expect(popUp.getByRole('heading', { level: 1 })).toBeFocused()
  }

  await test.step('a dialog keeps the focus, and returns it', async () => {
    await rail.first().focus()
    await window.keyboard.press('?')
    const dialog = window.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await violations(window)).toEqual([])
    for (let presses = 0; presses < 4; presses++) {
      await window.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await window.keyboard.press('Control+2')
    await expect(rail.last()).toHaveAttribute('aria-current', 'page')
    await window.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(rail.first()).toBeFocused()
  })

  await test.step('requests are selected by keyboard, and answered together', async () => {
    await change(program, { language: 'en' })
    await expect(popUp.getByText('1 of 3')).toBeVisible()
    await popUp.keyboard.press('Alt+ArrowDown')
    await expect(popUp.getByText('2 of 3')).toBeVisible()
    await popUp.locator('.pop-up-all').press('Enter')
    await expect(popUp.locator('.stack-row').nth(1)).toBeFocused()
    await popUp.keyboard.press('ArrowDown')
    await popUp.keyboard.press('Enter')
    await expect(popUp.getByText('3 of 3')).toBeVisible()
    const wasLocked = await watchLock(popUp, 'Approve all 3')
    await popUp.locator('.pop-up-all').press('Enter')
    const all = popUp.getByRole('button', { name: 'Approve all 3 once' })
    await wasLocked()
    await expect(all).toBeEnabled()
    await all.click()
    // Clients wait 45 seconds, and a slow computer needs longer to get here: the trail says what was done.
    await Promise.all(answers)
    await expect.poll(() => timesDone(program)).toBe(3)
  })
})
