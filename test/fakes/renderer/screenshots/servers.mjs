/** Pictures of the servers: the list, one server, and how to add one. */
import { opened, to, wide } from './steps.mjs'

const logScenes = ['log-understood', 'log-unknown', 'log-folder']

export const serverPictures = async (picture) => {
  for (const theme of ['light', 'dark']) {
    await picture(`servers-${theme}`, `index.html?fake=evening&theme=${theme}`, wide, async (page) => {
      await to('Servers')(page)
      await page.locator('.server-row-name').first().click()
    })
  }
  await picture('servers-zh', 'index.html?fake=evening&language=zh', wide, async (page) => {
    await to('服务器')(page)
    await page.locator('.server-row-name').first().click()
  })
  await picture('servers-empty', 'index.html?fake=empty', wide, to('Servers'))
  await picture('servers-many', 'index.html?fake=many', wide, to('Servers'))
  await picture('servers-untrusted', 'index.html?fake=untrusted', wide, to('Servers'))
  await picture('servers-remove', 'index.html?fake=care', wide, async (page) => {
    await opened('Servers')(page)
    await page.getByRole('button', { name: 'Remove' }).click()
  })
  await picture('servers-removed', 'index.html?fake=care&theme=dark', wide, async (page) => {
    await opened('Servers')(page)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  })
  const whole = { width: 1120, height: 1700 }
  for (const [theme, language, servers] of [
    ['light', 'en', 'Servers'],
    ['dark', 'zh', '服务器'],
  ]) {
    await picture(
      `care-list-${theme}-${language}`,
      `index.html?fake=care&theme=${theme}&language=${language}`,
      wide,
      to(servers),
    )
    await picture(
      `care-${theme}-${language}`,
      `index.html?fake=care&theme=${theme}&language=${language}`,
      whole,
      async (page) => {
        await to(servers)(page)
        await page.locator('.server-row-name', { hasText: 'Grandfather' }).click()
        await page.locator('.access tbody th button').nth(1).click()
        await page.getByRole('button', { name: language === 'en' ? 'Test connection' : '测试连接' }).click()
        await page.waitForTimeout(200)
      },
    )
    await picture(
      `care-edit-${theme}-${language}`,
      `index.html?fake=care&theme=${theme}&language=${language}`,
      wide,
      async (page) => {
        await to(servers)(page)
        await page.locator('.server-row-name', { hasText: 'Token lost' }).click()
        await page.getByRole('button', { name: language === 'en' ? 'Enter the token' : '输入令牌' }).click()
      },
    )
  }
  await picture('care-many', 'index.html?fake=five-hundred', wide, async (page) => {
    await to('Servers')(page)
    await page.getByRole('button', { name: /^Problems/ }).click()
  })
  await picture('care-narrow', 'index.html?fake=five-hundred&theme=dark', { width: 860, height: 640 }, to('Servers'))
  await picture('care-refused', 'index.html?fake=care-refused', wide, async (page) => {
    await to('Servers')(page)
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('button', { name: 'For developers' }).click()
    await page.getByLabel('Name').fill('Survival')
    await page.getByLabel('Address').fill('wss://mc.example.org:8765')
    await page.getByLabel('Token').fill('secret')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.waitForTimeout(200)
  })
  await picture('servers-form-wrong', 'index.html?fake=empty', wide, async (page) => {
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('button', { name: 'For developers' }).click()
    await page.getByLabel('Address').fill('192.168.1.20')
    await page.getByRole('button', { name: 'Add server' }).click()
  })
  await picture('servers-form-refused', 'index.html?fake=refusing&theme=dark', wide, async (page) => {
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('button', { name: 'For developers' }).click()
    await page.getByLabel('Name').fill('Survival')
    await page.getByLabel('Address').fill('ws://play.example.org:8765')
    await page.getByLabel('Token').fill('secret')
    await page.getByRole('button', { name: 'Add server' }).click()
    await page.waitForTimeout(300)
  })
  const adding = (label) => async (page) => {
    await page.getByRole('button', { name: label }).first().click()
    await page.waitForTimeout(200)
  }
  for (const [language, theme, label] of [
    ['en', 'light', 'Add a server'],
    ['zh', 'dark', '添加服务器'],
  ]) {
    const address = `index.html?fake=empty&language=${language}&theme=${theme}`
    const [setUp, change] = language === 'en' ? ['Set up', 'Change file'] : ['设置', '修改文件']
    await picture(`java-add-${language}`, address, wide, adding(label))
    await picture(`java-change-${language}`, address, wide, async (page) => {
      await adding(label)(page)
      await page.locator('.found-list').getByRole('button', { name: setUp, exact: true }).first().click()
    })
    await picture(`java-restart-${language}`, address, wide, async (page) => {
      await adding(label)(page)
      await page.locator('.found-list').getByRole('button', { name: setUp, exact: true }).first().click()
      await page.getByRole('button', { name: change }).click()
    })
  }
  await picture('java-add-narrow', 'index.html?fake=empty', { width: 860, height: 640 }, adding('Add a server'))
  for (const [language, theme, label, accept, rename, install] of [
    ['en', 'light', 'Add a server', 'Accept', 'Rename', 'Install the Gatehouse pack'],
    ['zh', 'dark', '添加服务器', '接受', '重命名', '安装 Gatehouse 行为包'],
  ]) {
    const address = `index.html?fake=empty&language=${language}&theme=${theme}`
    const card = (page) => page.locator('.add-choice').filter({ has: page.locator('.bedrock-waiting') })
    const accepted = async (page) => {
      await adding(label)(page)
      await card(page).getByRole('button', { name: accept, exact: true }).click()
      await page.waitForTimeout(300)
    }
    for (const [at, size] of Object.entries({ wide, narrow: { width: 860, height: 640 } })) {
      await picture(`bedrock-add-${language}-${at}`, address, size, async (page) => {
        await adding(label)(page)
        await card(page).scrollIntoViewIfNeeded()
      })
      await picture(`bedrock-trouble-${language}-${at}`, address, size, async (page) => {
        await adding(label)(page)
        await card(page).locator('summary').click()
        await card(page).locator('summary').scrollIntoViewIfNeeded()
        await card(page).getByRole('button').last().scrollIntoViewIfNeeded()
      })
      await picture(`bedrock-rename-${language}-${at}`, address, size, async (page) => {
        await accepted(page)
        await page.getByRole('button', { name: rename, exact: true }).click()
      })
      await picture(`bedrock-pack-${language}-${at}`, address, size, async (page) => {
        await accepted(page)
        await page.getByRole('button', { name: install }).click()
        await page.getByRole('button', { name: install }).scrollIntoViewIfNeeded()
      })
    }
  }
  for (const [language, theme, restore] of [
    ['en', 'light', 'Restore…'],
    ['zh', 'dark', '恢复…'],
  ]) {
    for (const scene of [...logScenes, 'backups', 'backups-online', 'backups-running', 'backups-none']) {
      const address = `index.html?fake=${scene}&language=${language}&theme=${theme}`
      const open = async (page) => {
        await to(language === 'en' ? 'Servers' : '服务器')(page)
        await page.getByText('Survival').first().click()
        await page.waitForTimeout(300)
      }
      await picture(`${scene}-${language}`, address, wide, open)
      if (scene !== 'backups') continue
      await picture(`backups-restore-${language}`, address, wide, async (page) => {
        await open(page)
        await page.locator('.backup-row').first().getByText(restore).click()
        await page.waitForTimeout(400)
      })
    }
  }
  for (const [language, theme, servers] of [
    ['en', 'light', 'Servers'],
    ['zh', 'dark', '服务器'],
  ]) {
    const address = (fake) => `index.html?fake=${fake}&language=${language}&theme=${theme}`
    await picture(`touch-careful-${language}`, address('careful'), wide, to(servers))
    await picture(`touch-form-${language}`, address('evening'), wide, async (page) => {
      await to(servers)(page)
      await page.locator('.servers-bar .button.go').click()
      await page.locator('input[name="name"]').fill('Home of Steve')
      await page.locator('input[name="address"]').fill('ws://203.0.113.77:8765')
      await page.getByRole('switch').click()
      await page.waitForTimeout(500)
    })
  }
}
