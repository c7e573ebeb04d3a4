package dev.landfall.importrules.broken.internal.commit;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.resilience4j.retry.RetryConfig;
import java.sql.Connection;
import okhttp3.OkHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Sees every library that has a home elsewhere. */
record UsesLibraries(
    ObjectMapper mapper,
    RetryConfig retry,
    Connection connection,
    OkHttpClient client,
    S3Client objects) {}
