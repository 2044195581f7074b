/** The pop-up, measured in a real page: for every action, in both languages, at 100 % and 150 %. */

import type { Page } from '@playwright/test'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { isBuild } from '@shared/build/build-preview.js'
import { usualQuestions } from '../fakes/action-questions.js'
import { manyReasons } from '../fakes/renderer/example-questions.js'
import { bundleFake, servePages } from '../fakes/renderer/served-pages.mjs'
import { browse } from './browser.js'
import { expect, restingBox, test } from './program.js'

interface FakeWindow {
  readonly gatehouse: {
    readonly asked: readonly { readonly channel: string; readonly payload: { readonly height: number } }[]
    push(channel: string, message: unknown): void
  }
}

/** Everything that a decision needs. */
const needed = [
  ...['.pop-up-caller', '.pop-up-server', 'h1', '.risk-line', '.question-undo', '.question-end > button'],
  ...[
    '.pop-up-footer .button',
    '.pop-up-approve',
    '.change-card',
    '.question-quote',
    '.question-read',
    '.scope-button',
  ],
]

/** What of it is not fully in view, and how high the pop-up wants to be. */
const measure = (page: Page, question: OpenApproval) =>
  page.evaluate(
    async ([shown, selectors]) => {
      const { gatehouse } = window as unknown as FakeWindow
      const before = gatehouse.asked.length
      gatehouse.push('approvals:changed', [shown])
      // A task after each frame: what the message made the page do was due before it.
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      for (let left = 3; left > 0; left--) await frame()
      const body = document.querySelector('.pop-up-body') as HTMLElement
      const isOut = (element: Element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        const frame = body.contains(element) ? body.getBoundingClientRect() : { top: 0, bottom: innerHeight }
        return top < frame.top - 1 || bottom > frame.bottom + 1 || left < 0 || right > innerWidth || bottom === top
      }
      return {
        id: shown.capabilityId,
        heading: document.querySelector('h1')?.textContent ?? '',
        out: selectors.filter((selector) => [...document.querySelectorAll(selector)].some(isOut)),
        // Exact arguments that no sentence names are open below the rest, and must be scrolled to where they are long.
        scrolls: body.querySelector('[id=details]:not([hidden])') ? 0 : body.scrollHeight - body.clientHeight,
        scrolled: Math.round(body.scrollTop + document.documentElement.scrollTop),
        sideways: document.documentElement.scrollWidth - innerWidth,
        height: gatehouse.asked
          .slice(before)
          .filter(({ channel }) => channel === 'pop-up:resize')
          .at(-1)?.payload.height,
      }
    },
    [question, needed] as const,
  )

for (const scale of ['1', '1.5']) {
  test(`shows all that a decision needs without scrolling, for every action, at a scale of ${scale}`, async ({
    cleanUp,
  }) => {
    const server = cleanUp.add(await servePages(), (running) => void running.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const page = await browse(cleanUp, 'pop-up-browser.cjs', ['about:blank', scale])
    await page.addInitScript(await bundleFake())
    for (const language of ['en', 'zh']) {
      await page.goto(`http://127.0.0.1:${address.port}/approval.html?fake=one&language=${language}`)
      await page.evaluate(() => document.fonts.ready)
      await expect(page.locator('.pop-up-approve')).toBeVisible()
      expect(await page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio])).toEqual([440, 640, Number(scale)])
      let last: number | undefined
      // A build has a wider pop-up, see building.spec.ts.
      for (const question of usualQuestions().filter(({ capabilityId }) => !isBuild(capabilityId))) {
        const { height = last, ...found } = await measure(page, question)
        last = height
        const name = `${language} ${question.capabilityId}`
        expect.soft({ ...found, name }).toMatchObject({ name, out: [], sideways: 0, scrolled: 0 })
        expect.soft(found.scrolls, name).toBeLessThanOrEqual(1)
        expect.soft(height, name).toBeLessThanOrEqual(640)
        expect.soft(found.heading, name).not.toBe('')
      }
    }
  })
}

test('keeps Approve locked until what is out of view was scrolled to', async ({ cleanUp }) => {
  const server = cleanUp.add(await servePages(), (running) => void running.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const page = await browse(cleanUp, 'pop-up-browser.cjs', ['about:blank', '1'])
  await page.addInitScript(await bundleFake())
  await page.goto(`http://127.0.0.1:${address.port}/approval.html?fake=one`)
  const long = { ...manyReasons(Date.now()), id: 'ask-long' }
  await page.evaluate((shown) => (window as unknown as FakeWindow).gatehouse.push('approvals:changed', [shown]), long)
  await page.locator('h1').click()
  await expect(page.getByText('Scroll to the end to approve.')).toBeVisible()
  const [head, foot, body] = [
    page.locator('.pop-up-header'),
    page.locator('.pop-up-footer'),
    page.locator('.pop-up-body'),
  ]
  const [headBox, footBox] = [await restingBox(head), await restingBox(foot)]
  expect(headBox?.y).toBeGreaterThanOrEqual(0)
  expect((footBox?.y ?? 0) + (footBox?.height ?? 0)).toBeLessThanOrEqual(640)
  await expect(page.locator('.pop-up-approve')).toBeDisabled()
  await body.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(page.getByText('Scroll to the end to approve.')).toBeHidden()
  expect(await restingBox(head)).toEqual(headBox)
  expect(await restingBox(foot)).toEqual(footBox)
  await expect(page.locator('.pop-up-approve')).toBeEnabled()
})
