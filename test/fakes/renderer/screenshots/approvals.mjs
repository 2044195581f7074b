/** Pictures of the approvals, the consents and the list of rules. */
import { ready, to, toRules, wide } from './steps.mjs'

export const approvalPictures = async (picture) => {
  for (const theme of ['light', 'dark']) {
    await picture(`approvals-${theme}`, `index.html?fake=three&theme=${theme}`, wide, to('Approvals'))
    await picture(`consent-${theme}`, `index.html?fake=consent&theme=${theme}`, wide, ready)
  }
  await picture('inputs', 'index.html?fake=inputs', wide, to('Approvals'))
  for (const [language, theme, screens] of [
    ['en', 'light', ['Approvals', 'Clients']],
    ['zh', 'dark', ['审批', '客户端']],
  ]) {
    for (const screen of screens) {
      const address = `index.html?fake=asking-paused&language=${language}&theme=${theme}`
      await picture(`asking-paused-${language}-${screens.indexOf(screen)}`, address, wide, to(screen))
    }
  }
  await picture('approvals-empty', 'index.html?fake=quiet', wide, to('Approvals'))
  for (const [theme, language, ...rules] of [
    ['light', 'en', 'Approvals', 'Rules'],
    ['dark', 'zh', '审批', '规则'],
  ]) {
    await picture(
      `rules-list-${theme}-${language}`,
      `index.html?fake=past&theme=${theme}&language=${language}`,
      wide,
      async (page) => {
        await toRules(...rules)(page)
        await page.locator('.rule-buttons .button').nth(5).click()
        await page.getByRole('alertdialog').getByRole('button').nth(1).click()
      },
    )
  }
}
