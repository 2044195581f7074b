/** Pictures of the pop-up: approvals and input requests. */
import { popUp, ready } from './steps.mjs'

export const popUpPictures = async (picture) => {
  await picture('pop-up-light', 'approval.html?fake=one', popUp, ready)
  await picture('pop-up-first-second', 'approval.html?fake=one', popUp)
  await picture('pop-up-away', 'approval.html?fake=one&away', popUp, ready)
  await picture('pop-up-away-zh', 'approval.html?fake=one&away&language=zh&theme=dark', popUp, ready)
  await picture('pop-up-dark', 'approval.html?fake=one&theme=dark', popUp, ready)
  await picture('pop-up-zh', 'approval.html?fake=one&language=zh', popUp, ready)
  await picture('pop-up-teleport', 'approval.html?fake=teleport', popUp, ready)
  await picture('pop-up-weather', 'approval.html?fake=weather', popUp, ready)
  await picture('pop-up-block', 'approval.html?fake=block', popUp, ready)
  await picture('pop-up-file', 'approval.html?fake=file', popUp, ready)
  await picture('pop-up-extra', 'approval.html?fake=extra', popUp, ready)
  await picture('pop-up-extra-zh', 'approval.html?fake=extra&language=zh&theme=dark', popUp, ready)
  await picture('pop-up-critical-zh', 'approval.html?fake=critical&language=zh', popUp, ready)
  await picture('pop-up-endless', 'approval.html?fake=endless', popUp, ready)
  for (const [language, theme] of [
    ['en', 'light'],
    ['zh', 'dark'],
  ]) {
    const of = (fake) => `approval.html?fake=${fake}&language=${language}&theme=${theme}`
    const choose = (what, duration) => async (page) => {
      await ready(page)
      await page.locator('.scope-button').click()
      await page.locator(`[name=scope-what][value="${what}"]`).check()
      if (duration) await page.locator(`[name=scope-how][value="${duration}"]`).check()
      await page.waitForTimeout(700)
    }
    await picture(`scope-exactly-${language}`, of('bridge'), popUp, ready)
    await picture(`scope-narrow-${language}`, of('bridge'), popUp, choose('narrow', '15-minutes'))
    await picture(`scope-any-${language}`, of('bridge'), popUp, choose('any'))
    await picture(`scope-any-time-${language}`, of('one'), popUp, choose('any', 'always'))
    await picture(`typed-${language}`, of('typed'), popUp, ready)
    await picture(`typed-matches-${language}`, of('typed'), popUp, async (page) => {
      await ready(page)
      await page.getByRole('textbox').fill('Notch_42')
    })
  }
  for (const [language, theme, start, end] of [
    ['en', 'light', 'Start vote', 'End vote'],
    ['zh', 'dark', '开始投票', '结束投票'],
  ]) {
    const vote = `approval.html?fake=vote&language=${language}&theme=${theme}`
    const begin = async (page) => {
      await page.getByRole('button', { name: start }).click()
      await ready(page)
    }
    await picture(`vote-offer-${language}`, vote, popUp, ready)
    await picture(`vote-running-${language}`, vote, popUp, begin)
    await picture(`vote-ended-${language}`, vote, popUp, async (page) => {
      await begin(page)
      await page.getByRole('button', { name: end }).click()
      await ready(page)
    })
  }
  await picture('pop-up-long', 'approval.html?fake=long', popUp, ready)
  await picture('pop-up-critical', 'approval.html?fake=critical', popUp, ready)
  await picture('pop-up-critical-dark', 'approval.html?fake=critical&theme=dark', popUp, ready)
  await picture('pop-up-three', 'approval.html?fake=three', popUp, ready)
  await picture('pop-up-three-zh', 'approval.html?fake=three&language=zh&theme=dark', popUp, ready)
  await picture('pop-up-details', 'approval.html?fake=one', popUp, async (page) => {
    await page.getByRole('button', { name: 'Details' }).click()
    await ready(page)
  })
  await picture('pop-up-expired', 'approval.html?fake=expired', popUp, async (page) => {
    await ready(page)
    await page.getByRole('button', { name: 'Approve once' }).click()
    await page.evaluate(() => window.gatehouse.push('approvals:changed', window.gatehouse.shell.approvals.slice(1)))
    await ready(page)
  })
  for (const [language, theme] of [
    ['en', 'light'],
    ['zh', 'dark'],
  ]) {
    const of = (fake) => `approval.html?fake=${fake}&language=${language}&theme=${theme}`
    for (const fake of [
      'teleport',
      'far-away',
      'near',
      'same-place',
      'unread-place',
      'rule',
      'balance',
      'fill',
      'kit',
      'block',
      'raised',
      'hostile',
    ]) {
      await picture(`ask-${fake}-${language}`, of(fake), popUp, ready)
    }
    await picture(`ask-stack-${language}`, of('stack'), popUp, async (page) => {
      await ready(page)
      await page.locator('.pop-up-all').click()
      await ready(page)
    })
  }
  await picture('pop-up-none', 'approval.html?fake=empty', popUp)
  await picture('pop-up-redacted', 'approval.html?fake=redacted&streaming=on', popUp, ready)
  await picture('pop-up-redacted-zh', 'approval.html?fake=redacted&streaming=on&language=zh&theme=dark', popUp, ready)
  for (const kind of ['form', 'url', 'model']) {
    await picture(`input-${kind}`, `approval.html?fake=input-${kind}`, popUp, ready)
    await picture(`input-${kind}-zh`, `approval.html?fake=input-${kind}&language=zh&theme=dark`, popUp, ready)
  }
  await picture('input-problems', 'approval.html?fake=input-form', popUp, async (page) => {
    await ready(page)
    await page.getByRole('button', { name: 'Send' }).click()
  })
  await picture('pop-up-keyed', 'approval.html?fake=clients', popUp, ready)
}
