/** The parts of the contract that the Java agent uses: the error codes as an enum, the core manifests as a resource. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { loaded } from './loaded-module.mjs'

const agentFolder = path.join('agents', 'java', 'gatehouse-agent', 'src', 'main')

/** Categories whose codes an agent may use. See docs/protocol.md#errors-codes. */
const categories = ['SYSTEM', 'PROTOCOL', 'AUTH', 'PERMISSION', 'BUSINESS', 'RISK']

/**
 * @param {string} root of the repository
 * @returns {Promise<readonly { file: string, text: string }[]>} absolute paths
 */
export async function javaSources(root) {
  const folder = path.join(root, agentFolder)
  return [
    { file: path.join(folder, 'java', 'dev', 'gatehouse', 'agent', 'ErrorCode.java'), text: await errorCodes(root) },
    {
      file: path.join(folder, 'resources', 'dev', 'gatehouse', 'agent', 'core-capabilities.json'),
      text: await coreManifests(root),
    },
  ]
}

async function errorCodes(root) {
  const errorCatalogue = await loaded(path.join(root, 'src-main', 'contract', 'error-catalogue.ts'), 'errorCatalogue')
  const entries = Object.entries(errorCatalogue).filter(([code]) => categories.includes(code.split('.')[0]))
  const names = entries.map(([code]) => code.slice(code.indexOf('.') + 1))
  const constants = entries.map(([code, { message, suggestion }], index) => {
    const name = names.filter((one) => one === names[index]).length > 1 ? code.replace('.', '_') : names[index]
    return `    /** ${message} */\n    ${name}(\n            ${JSON.stringify(code)},\n            ${JSON.stringify(message)},\n            ${JSON.stringify(suggestion)})`
  })
  return `package dev.gatehouse.agent;

/**
 * Why something was refused, as callers read it. See docs/protocol.md#errors-codes.
 *
 * <p>Generated from src-main/contract/error-catalogue.ts by {@code npm run generate}. Do not edit.
 */
public enum ErrorCode {
${constants.join(',\n')};

    private final String code;
    private final String message;
    private final String suggestion;

    ErrorCode(String code, String message, String suggestion) {
        this.code = code;
        this.message = message;
        this.suggestion = suggestion;
    }

    /** As it crosses the wire, for example {@code BUSINESS.WORLD_NOT_FOUND}. */
    public String code() {
        return code;
    }

    /** What has happened, in the catalogue's words. */
    public String message() {
        return message;
    }

    /** What a person does next, in the catalogue's words. */
    public String suggestion() {
        return suggestion;
    }
}
`
}

async function coreManifests(root) {
  const folder = path.join(root, 'src-main', 'contract', 'catalogue')
  const files = (await readdir(folder)).sort()
  const core = await Promise.all(files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8'))))
  const snapshots = path.join(root, 'src-main', 'contract', 'snapshot-capabilities.ts')
  const snapshotCatalogue = await loaded(snapshots, 'snapshotCatalogue')
  return `${JSON.stringify([...core.flat(), ...snapshotCatalogue.values()], null, 1)}\n`
}
