/** Pictures of the rules, the undo list and the log. */
import { to, toRules, wide } from './steps.mjs'

export const pastPictures = async (picture) => {
  const pastScreens = [
    ['en', 'light', ['Approvals', 'Rules'], 'Log', 'Undo'],
    ['zh', 'dark', ['审批', '规则'], '日志', '撤销'],
  ]
  for (const [language, theme, rules, audit, undo] of pastScreens) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    await picture(`past-rules-${language}`, address('past'), wide, toRules(...rules))
    await picture(`past-undo-${language}`, address('past'), wide, to(undo))
    await picture(`past-undo-dialog-${language}`, address('past'), wide, async (page) => {
      await to(undo)(page)
      await page.locator('.undo-button').first().click()
      await page.waitForTimeout(400)
    })
    await picture(`past-audit-${language}`, address('past'), wide, async (page) => {
      await to(audit)(page)
      await page.locator('.audit-row').nth(2).click()
      await page.waitForTimeout(300)
    })
    await picture(`past-broken-${language}`, address('broken'), wide, async (page) => {
      await to(audit)(page)
      await page.getByRole('button', { name: /^(Filters|筛选)$/u }).click()
      await page.waitForTimeout(300)
    })
    await picture(`past-from-${language}`, address('past'), wide, async (page) => {
      await to(audit)(page)
      await page.getByRole('button', { name: /^(Filters|筛选)$/u }).click()
      await page.locator('.audit-filters input[type="date"]').first().fill('2026-01-13')
      await page.waitForTimeout(300)
    })
    await picture(`past-damaged-${language}`, address('broken'), wide, async (page) => {
      await toRules(...rules)(page)
      await page.getByRole('button', { name: /^(New rule|新建规则)$/u }).click()
    })
    await picture(`past-empty-${language}`, address('empty'), wide, toRules(...rules))
  }
  await picture('past-settings', 'index.html?fake=past', { width: 1120, height: 1300 }, async (page) => {
    await to('Settings')(page)
    await page.getByText('Only me', { exact: true }).click()
  })
}
