/** Steps and sizes that the pictures share. */

export const ready = (page) => page.waitForTimeout(1_100)
export const to = (screen) => (page) => page.getByRole('button', { name: screen, exact: true }).click()
/** Rules, which are a tab of the approvals. */
export const toRules = (approvals, rules) => async (page) => {
  await to(approvals)(page)
  await page.getByRole('radio', { name: rules, exact: true }).check({ force: true })
}
/** The screen of a server with something to accept, or else the first. */
export const opened = (screen) => async (page) => {
  await to(screen)(page)
  const waiting = page.locator('.server-row-name', { has: page.locator('.server-row-waiting') })
  const hasWaiting = (await waiting.count()) > 0
  await (hasWaiting ? waiting : page.locator('.server-row-name')).first().click()
  if (hasWaiting) await page.getByRole('tab').nth(1).click()
}

export const popUp = { width: 440, height: 480 }
export const wide = { width: 1120, height: 720 }
export const tall = { width: 1120, height: 1500 }
