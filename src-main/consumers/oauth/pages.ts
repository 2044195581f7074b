/**
 * Pages: the pages that a browser shows while a person decides in Gatehouse.
 *
 * Enforces invariant 6: no script, no form and no button; the page cannot be framed, and shows only the program's
 * claims. Enforces invariant 7: all of that is escaped.
 */

import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendHtml } from '@contract/text/html-page.js'
import { type HtmlText, html, htmlConstant } from '@contract/text/html-text.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { PendingConsent } from './pending-consents.js'

const words = {
  en: {
    title: 'Confirm in Gatehouse',
    asks: (name: string) => html`A program that calls itself <b>${name}</b> wants to connect.`,
    unverified: 'This name is not verified.',
    compare: 'Gatehouse shows a request with this code. Accept it there only if the codes are the same.',
    waits: 'This page continues by itself. Without a decision within two minutes, the program cannot connect.',
    back: (place: string) => html`Afterwards you return to <b>${place}</b>.`,
    go: 'Return to the program',
    wrongTitle: 'Gatehouse does not know this program',
    repeated: 'The address has the same parameter twice.',
    'unknown-program':
      'The program is not registered, or was revoked. Clear its saved Gatehouse sign-in, then connect again.',
    'wrong-address': 'The program wants the result sent to an address that it did not register.',
    'not-a-page': 'This address is for a browser that a program has opened.',
    'no-question': 'This request no longer exists. Connect again in the program.',
  },
  zh: {
    title: '请在 Gatehouse 中确认',
    asks: (name: string) => html`一个自称 <b>${name}</b> 的程序想要连接。`,
    unverified: '这个名称未经核实。',
    compare: 'Gatehouse 会显示带有此代码的请求。只有代码相同时，才在那里接受。',
    waits: '此页面会自动继续。两分钟内没有回应，该程序就不能连接。',
    back: (place: string) => html`之后将返回 <b>${place}</b>。`,
    go: '返回程序',
    wrongTitle: 'Gatehouse 不认识这个程序',
    repeated: '地址中有重复的参数。',
    'unknown-program': '该程序没有注册，或已被吊销。请让它清除与 Gatehouse 有关的记录后重新连接。',
    'wrong-address': '该程序要求把结果发送到它没有注册的地址。',
    'not-a-page': '此地址供程序打开的浏览器使用。',
    'no-question': '这个请求已不存在。请在程序中重新连接。',
  },
} as const

export type ErrorPageReason = 'repeated' | 'unknown-program' | 'wrong-address' | 'not-a-page' | 'no-question'

export const languageOf = (accepted = ''): AppLanguage => (/^\s*zh\b/iu.test(accepted) ? 'zh' : 'en')

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem;color-scheme:light dark}
h1{font-size:1.25rem}b{overflow-wrap:anywhere}output{display:block;margin:1.5rem 0;font:600 2.5rem ui-monospace,monospace;letter-spacing:.1em}
small{display:block}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** @param next automatic redirect, with the seconds before it */
function writePage(response: ServerResponse, status: number, page: HtmlText, next?: readonly [number, string]): void {
  sendHtml(response, {
    status,
    page,
    headers: {
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      ...(next && { Refresh: `${next[0]}; url=${next[1]}` }),
    },
  })
}

/** @param path of this request, which responds when the person has decided */
export function writeWaitPage(
  response: ServerResponse,
  wait: PendingConsent,
  path: string,
  language: AppLanguage,
): void {
  const say = words[language]
  const body = html`<h1>${say.title}</h1><p>${say.asks(wait.claimedName)} ${say.unverified}</p><output>${wait.code}</output>
<p>${say.compare}</p><p>${say.waits}</p><small>${say.back(wait.returnsTo)}</small>`
  writePage(response, 200, pageOf(say.title, body, language), [1, path])
}

export function writeErrorPage(response: ServerResponse, wrong: ErrorPageReason, language: AppLanguage): void {
  const say = words[language]
  const body = html`<h1>${say.wrongTitle}</h1><p>${say[wrong]}</p>`
  writePage(response, wrong === 'no-question' ? 404 : 400, pageOf(say.wrongTitle, body, language))
}

/** Not every browser follows a redirect to a program's own scheme, so there is a link as well. */
export function writeReturn(response: ServerResponse, location: string, language: AppLanguage): void {
  if (/^https?:/u.test(location)) {
    response.writeHead(302, { Location: location, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
    response.end()
    return
  }
  const { go } = words[language]
  const body = html`<h1><a href="${location}">${go}</a></h1>`
  writePage(response, 200, pageOf(go, body, language), [0, location])
}

const pageOf = (title: string, body: HtmlText, language: AppLanguage): HtmlText => html`<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${htmlConstant(style)}</style>
<main>${body}</main></html>
`
