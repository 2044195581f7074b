/** Pictures of the review of new and changed actions. */
import { opened, tall, wide } from './steps.mjs'

export const reviewPictures = async (picture) => {
  for (const theme of ['light', 'dark']) {
    await picture(`review-new-${theme}`, `index.html?fake=unaccepted&theme=${theme}`, wide, opened('Servers'))
    await picture(`review-changed-${theme}`, `index.html?fake=changed&theme=${theme}`, tall, opened('Servers'))
  }
  await picture('review-changed-zh', 'index.html?fake=changed&language=zh', tall, opened('服务器'))
  await picture('review-facts', 'index.html?fake=unaccepted', tall, async (page) => {
    await opened('Servers')(page)
    await page.locator('.action-name').first().click()
  })
  await picture('review-refused', 'index.html?fake=changed-meanwhile&theme=dark', wide, async (page) => {
    await opened('Servers')(page)
    await page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click()
    await page.waitForTimeout(300)
  })
  await picture('review-new-zh', 'index.html?fake=unaccepted&language=zh', wide, opened('服务器'))
  await picture('review-new-narrow', 'index.html?fake=unaccepted', { width: 900, height: 700 }, opened('Servers'))
  await picture('review-narrow', 'index.html?fake=changed', { width: 900, height: 700 }, opened('Servers'))
  await picture('review-first', 'index.html?fake=first', wide)
  await picture('review-live', 'index.html?fake=unaccepted', wide)
}
