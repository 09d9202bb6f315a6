import { fileHeaders, fileIdOfAddress } from '../pages/file-page.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { readPage } from '../pages/read-page.ts';
import type { ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { appHost, paperHost } from './app-scheme.ts';
import type { GivenFiles } from './given-files.ts';
import type { PrintJobs } from './print-jobs.ts';

/**
 * What `app://desk/…` answers: the built screens of `folder`, files the desk made, as downloads, and what a person opened with it; and `app://paper/…`: what
 * is just being printed. Pages are there before the desk is open.
 */
export async function answerPage(
  request: Request,
  folder: string,
  opening: Promise<Pick<ScreenDesk, 'takeFile'>>,
  papers: Pick<PrintJobs, 'take'>,
  given: Pick<GivenFiles, 'answer'>,
): Promise<Response> {
  const url = new URL(request.url);
  if (request.method === 'GET' && url.host === paperHost) return answerPaper(papers.take(url.pathname));
  if (request.method !== 'GET' || url.host !== appHost)
    return new Response(null, { status: 404, headers: pageHeaders });
  const opened = given.answer(url.pathname, pageHeaders);
  if (opened) return opened;
  const id = fileIdOfAddress(url.pathname);
  if (id !== null) {
    const file = await (await opening).takeFile(id);
    if (!file) return new Response(null, { status: 404, headers: pageHeaders });
    return new Response(file.body, { headers: { ...fileHeaders(file), 'Content-Length': String(file.bytes) } });
  }
  const page = await readPage(folder, url.pathname);
  return new Response(page.body, { status: page.status, headers: page.headers });
}

// drawings and one style sheet, all within: no script, no picture, nothing fetched
const paperPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function answerPaper(page: Uint8Array<ArrayBuffer> | null): Response {
  if (!page) return new Response(null, { status: 404, headers: pageHeaders });
  const headers = {
    ...pageHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': paperPolicy,
  };
  return new Response(page, { headers });
}
