/**
 * Style nonce: allows a component to add a style sheet under the content security policy; new for each load of the
 * page.
 *
 * Components that lock scrolling read it from `__webpack_nonce__`, as `get-nonce` has agreed with them; those with a
 * `nonce` property are given `styleNonce`.
 */

/** Undefined outside the program, where no policy asks for one. */
export const styleNonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

if (styleNonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: styleNonce })
