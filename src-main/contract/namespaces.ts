/** Namespaces: which capability names each kind of server may use. See docs/protocol.md#capability-namespaces. */

/** `ext.java` and `ext.bedrock` belong to the servers that Gatehouse itself reaches. */
const reserved = /^(?:mcp|system|internal|ext\.(?:java|bedrock))(?:\.|$)/u

/** Whether no provider may make up an id; those of the core catalogue are not made up. */
export const isReserved = (id: string): boolean => reserved.test(id)

/** Whether only the gateway itself may call an id: no consumer is notified of it. */
export const isInternal = (id: string): boolean => id.startsWith('mcp.')

const thirdParty = /^ext\.[^.]+\.[^.]/u

/** Whether an id is `ext.{provider}.*`, where everybody may call a capability what they like. */
export const isThirdParty = (id: string): boolean => thirdParty.test(id)
