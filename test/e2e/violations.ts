/**
 * The accessibility rules, run on a page at rest: a colour in transition has a lower contrast, and a dialog that is still
 * fading in is no open dialog to them.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

declare const axe: {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const rules = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** @returns the rules that the page breaks, each with its elements */
export async function violations(page: Page): Promise<readonly (readonly [string, readonly string[]])[]> {
  // Injected into a page once: that takes longer than the check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(rules)
  return page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    const begins = ['transitionrun', 'animationstart']
    // What begins to move while the rules run was not seen at rest: then they run again.
    for (let left = 10; ; left--) {
      await Promise.all(moving().map(({ finished }) => finished.catch(() => {})))
      let hasMoved = false
      const note = () => {
        hasMoved = true
      }
      for (const begin of begins) document.addEventListener(begin, note, true)
      const found = await axe.run({ resultTypes: ['violations'] })
      for (const begin of begins) document.removeEventListener(begin, note, true)
      if (found.violations.length === 0 || left === 0 || !hasMoved) {
        return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const)
      }
    }
  })
}
