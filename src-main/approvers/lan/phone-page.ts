/**
 * Phone page: the page and its content security policy.
 *
 * Enforces invariant 7: only our own script and style, no frames, no requests elsewhere. The page inserts request data
 * as text.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { sendHtml } from '@contract/text/html-page.js'
import { html } from '@contract/text/html-text.js'
import { pageHeaders } from '../../network/http/page-headers.js'

export interface PhoneAssets {
  readonly script: string
  readonly style: string
}

/** @param folder of the built page @throws Error when it is missing */
export const readPhoneAssets = (folder: string): PhoneAssets => ({
  script: readFileSync(path.join(folder, 'phone.js'), 'utf8'),
  style: readFileSync(path.join(folder, 'phone.css'), 'utf8'),
})

const words = {
  en: { title: 'Approve in Gatehouse', off: 'This page needs JavaScript.' },
  zh: { title: '在 Gatehouse 中批准', off: '此页面需要 JavaScript。' },
} as const

/** @param fingerprint of the certificate, for a person to compare */
export function writePhonePage(response: ServerResponse, accepted: string | undefined, fingerprint: string): void {
  const language = /^\s*zh\b/iu.test(accepted ?? '') ? 'zh' : 'en'
  const nonce = randomBytes(16).toString('base64')
  const { title, off } = words[language]
  sendHtml(response, {
    status: 200,
    page: html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}" data-fingerprint="${fingerprint}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><link rel="stylesheet" href="/phone.css" nonce="${nonce}">
<main id="page"><noscript>${off}</noscript></main><script src="/phone.js" nonce="${nonce}" defer></script></html>
`,
    headers: {
      ...pageHeaders,
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
    },
  })
}

export function writeAsset(response: ServerResponse, type: 'text/javascript' | 'text/css', text: string): void {
  response.writeHead(200, { ...pageHeaders, 'Content-Type': `${type}; charset=utf-8` })
  response.end(text)
}

export function writeJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string | string[]>> = {},
): void {
  response.writeHead(status, { ...pageHeaders, ...headers, 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}
