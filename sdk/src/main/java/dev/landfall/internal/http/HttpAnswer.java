package dev.landfall.internal.http;

import okhttp3.Headers;

/** A whole answer, which is handed to its reader and compared with nothing. */
@SuppressWarnings("ArrayRecordComponent")
record HttpAnswer(int status, Headers headers, byte[] body) {}
